import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import { framesOf, shortly, told } from "../../scenarios/steps/reply.js";
import { inSandbox } from "../steps/sandbox.js";
import { judgeServed } from "../steps/served.js";
import { type ClientTurn, inTurn, notApplicable, notTested } from "../steps/turn.js";

const CREATES = "acp.v1.fs.write-creates";
const UPDATES = "acp.v1.fs.write-updates";
const INDEPENDENT = "acp.v1.fs.flags-independent";
const PARENTS = "acp.v1.fs.write-parents";
const RELATIVE = "acp.v1.fs.relative-path";
const NULL = "acp.v1.fs.write-null-result";
const JUDGES = [CREATES, UPDATES, INDEPENDENT, PARENTS, RELATIVE, NULL];

/** What a write leaves in the file (docs/protocol/v1/file-system.mdx, "Writing Files"). */
export const writeFiles: ClientScenario = inTurn("files/write", JUDGES, async (stage, turn) => {
  if (!turn.can("fs", "writeTextFile")) {
    return notApplicable(stage, JUDGES, "the client does not announce fs.writeTextFile");
  }
  const problem = await inSandbox(turn, async (folder) => {
    const path = join(folder, "new.txt");
    const created = await turn.ask("fs/write_text_file", { path, content: "é 😀\nnew" });
    // A client that writes nothing here may ask its user, or allow other places only: its policy, and no defect.
    if (created.kind !== "result") {
      notTested(stage, JUDGES, `the client did not write: ${told(created)}`);
      judgeServed(stage, CREATES, created);
      return;
    }
    await judge(stage, CREATES, created, path, "é 😀\nnew");
    stage.recorded(NULL, `the result of a write is ${shortly(created.result)}`);
    for (const content of ["", "shorter", "é\r\n\u2028"]) {
      await writeFile(path, "what stood there before, and longer");
      await judge(stage, UPDATES, await turn.ask("fs/write_text_file", { path, content }), path, content);
    }
    await judgeFlags(stage, turn, path);
    const below = join(folder, "none", "new.txt");
    const inNone = await turn.ask("fs/write_text_file", { path: below, content: "new" });
    stage.recorded(PARENTS, `a write below a directory that does not exist: ${told(inNone)}`);
    const relative = await turn.ask("fs/write_text_file", {
      path: "./.acp-assay-relative/none",
      content: "",
    });
    stage.recorded(RELATIVE, `a write to a relative path: ${told(relative)}`);
  });
  if (problem !== undefined) notTested(stage, JUDGES, problem);
});

async function judge(
  stage: ClientStage,
  id: string,
  reply: Reply,
  path: string,
  expected: string,
): Promise<void> {
  const found = await readFile(path, "utf8").catch(() => undefined);
  stage.expect(id, reply.kind === "result" && found === expected, () => ({
    expected: `the file to hold ${shortly(expected)}`,
    actual: reply.kind === "result" ? `it holds ${shortly(found)}` : told(reply),
    frames: framesOf(reply),
  }));
}

/** Each flag stands for its own method: one that is announced is served, whatever the other says. */
async function judgeFlags(stage: ClientStage, turn: ClientTurn, path: string): Promise<void> {
  const reply = turn.can("fs", "readTextFile")
    ? await turn.ask("fs/read_text_file", { path })
    : await turn.ask("fs/write_text_file", { path, content: "again" });
  const isServed = reply.kind !== "error" || reply.error["code"] !== -32601;
  stage.expect(INDEPENDENT, isServed, () => ({
    expected: "each announced fs method served",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}
