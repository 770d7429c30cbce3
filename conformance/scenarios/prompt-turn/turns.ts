import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Reply } from "../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { isJsonObject } from "../../../src/wire/message.js";
import { writePrompt } from "../steps/ask.js";
import { errorCode, framesOf, member, shortly, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";
import {
  answerOf,
  begin,
  finish,
  isTurnOutput,
  stopReason,
  type Turn,
  type TurnEnd,
  take,
  updatesIn,
} from "../steps/turn.js";
import { applicableKinds, contentKinds, isolateRefusal } from "./content.js";

const BASELINE = "acp.v1.init.baseline-session-methods";
const COMPLETION = "acp.v1.prompt.response-on-completion";
const END_TURN = "acp.v1.stop.end-turn";
const OUTPUT = "acp.v1.prompt.output-as-updates";
const NEXT = "acp.v1.prompt.next-after-completion";
const LATE = "acp.v1.prompt.updates-before-response";
const CORRELATE = "acp.v1.jsonrpc.correlate-by-id";
const CWD = "acp.v1.session.cwd-respected";
const META = "acp.v1.ext.meta-everywhere";

/**
 * Two turns in one session: the first with every kind of content that the agent takes, the second about a file
 * (docs/protocol/v1/prompt-turn.mdx, "The Prompt Turn Lifecycle"). Prompts are costly, so everything that shows in an
 * ordinary turn is judged on these two.
 */
export const turns: AgentScenario = inSession(
  "prompt-turn/turns",
  [
    BASELINE,
    COMPLETION,
    END_TURN,
    OUTPUT,
    NEXT,
    LATE,
    CORRELATE,
    META,
    CWD,
    ...contentKinds("/").map(({ id }) => id),
  ],
  async (stage, session) => {
    const kinds = applicableKinds(stage);
    const turn = begin(
      session,
      kinds.flatMap(({ blocks }) => blocks),
      { _meta: { "acp-assay.example/turn": { number: 1 } } },
    );
    const meanwhile = await session.connection.barrier();
    const end = await finish(turn);
    judgeBaseline(stage, end.reply);
    judgeCorrelation(stage, turn, end.reply, meanwhile);
    if (end.reply.kind === "error") {
      await isolateRefusal(stage, session, kinds);
      return;
    }
    judgeCompletion(stage, end);
    if (end.reply.kind !== "result") return;
    for (const { id } of [...kinds, { id: META }]) stage.holds(id);
    judgeOutput(stage, turn, end);
    await judgeNext(stage, session);
    recordLateUpdates(stage, turn);
  },
);

function judgeBaseline(stage: AgentStage, reply: Reply): void {
  stage.expect(BASELINE, errorCode(reply) !== -32601, () => ({
    expected: "session/prompt served: it is a baseline method",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

/** The prompt and a custom request were open together: each answer has to be the one to its own request. */
function judgeCorrelation(stage: AgentStage, { request }: Turn, prompt: Reply, other: Reply): void {
  const isMixedUp =
    (other.kind === "result" && typeof member(other.result, "stopReason") === "string") ||
    (prompt.kind === "result" && stopReason(prompt) === undefined && other.kind === "silence");
  if (prompt.kind === "silence") stage.notTested(CORRELATE, `the prompt got ${told(prompt)}`);
  else {
    stage.expect(CORRELATE, !isMixedUp, () => ({
      expected: "each of two open requests answered with its own result",
      actual: `the prompt got ${told(prompt)}, the custom request ${told(other)}`,
      frames: [request, ...framesOf(other), ...framesOf(prompt).slice(1)],
    }));
  }
}

function judgeCompletion(stage: AgentStage, { reply, neededCancel }: TurnEnd): void {
  if (neededCancel) {
    for (const id of [COMPLETION, END_TURN])
      stage.notTested(id, "the turn took longer than the harness waits");
    return;
  }
  stage.expect(COMPLETION, reply.kind === "result", () => ({
    expected: "a response to session/prompt with a stop reason",
    actual: told(reply),
    frames: framesOf(reply),
  }));
  // Why a model stops is its own affair: another reason than end_turn can be the right one.
  if (stopReason(reply) === "end_turn") stage.holds(END_TURN);
  else stage.notTested(END_TURN, `the turn ended with ${told(reply)}`);
}

function judgeOutput(stage: AgentStage, { connection, request }: Turn, { reply }: TurnEnd): void {
  if (
    updatesIn(connection.transcript).some(
      (update) => update.frame.number > request.number && isTurnOutput(update),
    )
  ) {
    stage.holds(OUTPUT);
    return;
  }
  const result = reply.kind === "result" && isJsonObject(reply.result) ? reply.result : {};
  const output = Object.keys(result).find((key) => OUTPUT_MEMBERS.has(key));
  if (output === undefined) stage.vacuous(OUTPUT, "the turn had no output");
  else {
    stage.violated(OUTPUT, {
      expected: "the model's output in session/update notifications",
      actual: `no update, and the output in the result's "${output}": ${shortly(result[output])}`,
      frames: framesOf(reply),
    });
  }
}

const OUTPUT_MEMBERS: ReadonlySet<string> = new Set(["content", "text", "message", "output"]);

async function judgeNext(stage: AgentStage, session: Session): Promise<void> {
  const name = `acp-assay-${randomUUID()}.txt`;
  const next = await take(session, writePrompt(stage, name));
  judgeCwd(stage, name, next);
  if (next.reply.kind === "silence" || next.neededCancel) {
    stage.notTested(NEXT, `the second turn got ${told(next.reply)}`);
    return;
  }
  stage.expect(NEXT, next.reply.kind === "result", () => ({
    expected: "a second prompt in the session served like the first",
    actual: told(next.reply),
    frames: framesOf(next.reply),
  }));
}

/** The agent was started elsewhere than in the session's directory: a relative file shows which one it works in. */
function judgeCwd(stage: AgentStage, name: string, { reply }: TurnEnd): void {
  const elsewhere = join(process.cwd(), name);
  if (existsSync(join(stage.cwd, name))) stage.holds(CWD);
  else if (existsSync(elsewhere)) {
    rmSync(elsewhere);
    stage.violated(CWD, {
      expected: "the file in the session's cwd",
      actual: "the file in the directory where the agent was started",
      frames: framesOf(reply),
    });
  } else stage.notTested(CWD, "the agent wrote no file");
}

function recordLateUpdates(stage: AgentStage, turn: Turn): void {
  const end = answerOf(turn)?.number ?? 0;
  const { frames } = turn.connection.transcript;
  const nextPrompt =
    frames.find(({ number, direction }) => number > end && direction === "c2a")?.number ?? end;
  const late = updatesIn(turn.connection.transcript).filter(
    (update) => update.frame.number > end && update.frame.number < nextPrompt && isTurnOutput(update),
  );
  stage.recorded(LATE, `${late.length} updates of the turn came behind its response`);
}
