import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wrongAnswer } from "../../../src/driver/client-policy.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { ask, reportsOf } from "../steps/ask.js";
import { override, requestsAfter, type ServedSession, servedBy } from "../steps/client.js";
import { shortly, told } from "../steps/reply.js";
import { BEFORE_RUN, judgeReport, REPORTED } from "./tool-evidence.js";

const NULL_RESULT = "acp.v1.fs.write-null-result";
const HANDLES_ERROR = "acp.v1.fs.agent-handles-error";
const FAILED = "acp.v1.tools.failed-on-error";

/**
 * A client that serves files: one is read, one written, and one is missing (docs/protocol/v1/file-system.mdx; passive
 * checks judge the calls). What a missing file means for a tool call is its failure (tool-calls.mdx, "Status").
 */
export const clientFiles: AgentScenario = servedBy(
  { readTextFile: true, writeTextFile: true },
  "client/files",
  [NULL_RESULT, HANDLES_ERROR, FAILED, REPORTED, BEFORE_RUN],
  async (stage, session) => {
    writeFileSync(join(stage.cwd, "notes.txt"), "alpha bravo\nsecond line\n");
    await ask(stage, session, "readFile", { path: join(stage.cwd, "notes.txt") });
    await write(stage, session);
    const isReader = requestsAfter(session.connection, "fs/read_text_file").length > 0;
    if (isReader || stage.prompts.isScripted("failingTool")) await readMissing(stage, session);
    else {
      stage.notTested(HANDLES_ERROR, "the agent read nothing through the client");
      stage.notTested(FAILED, "no tool call is known to have ended with an error");
    }
  },
);

/** The page's example answers a write with null, the schema with an object: what the agent makes of null is written down. */
async function write(stage: AgentStage, session: ServedSession): Promise<void> {
  override(session, {
    "fs/write_text_file": (params) => {
      const answer = session.client.workspace.write(params);
      return answer !== "held" && "result" in answer ? wrongAnswer({ result: null }) : answer;
    },
  });
  const asked = await ask(stage, session, "writeFile", { path: join(stage.cwd, "written.txt") });
  override(session, {});
  if (asked === undefined) return;
  const [work] = requestsAfter(session.connection, "fs/write_text_file", asked.turn.request.number);
  judgeReport(stage, asked, work);
  if (work === undefined) stage.notTested(NULL_RESULT, "the agent wrote nothing through the client");
  else
    stage.recorded(
      NULL_RESULT,
      `a write that is answered with null: the turn gives ${told(asked.end.reply)}`,
    );
}

async function readMissing(stage: AgentStage, session: ServedSession): Promise<void> {
  const asked = await ask(stage, session, "failingTool", { path: join(stage.cwd, "missing.txt") });
  if (asked === undefined) return;
  const [call] = requestsAfter(session.connection, "fs/read_text_file", asked.turn.request.number);
  if (call === undefined) stage.notTested(HANDLES_ERROR, "the agent read nothing through the client");
  else stage.recorded(HANDLES_ERROR, `a read that fails: the turn gives ${told(asked.end.reply)}`);

  const reports = reportsOf(asked);
  const hasFailed = reports.some(({ update }) => update["status"] === "failed");
  const last = reports.at(-1);
  if (hasFailed) stage.holds(FAILED);
  else if (stage.prompts.isScripted("failingTool") && last?.update["status"] === "completed") {
    stage.violated(FAILED, {
      expected: "status failed for a tool call that ended with an error",
      actual: `status ${shortly(last.update["status"])}`,
      frames: [asked.turn.request, call, last.frame],
    });
  } else stage.notTested(FAILED, "no tool call is known to have ended with an error");
}
