import { Buffer } from "node:buffer";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import { framesOf, member, shortly, told } from "../../scenarios/steps/reply.js";
import { finished, outputOf, withTerminals } from "./terminals.js";

const START = "acp.v1.terminal.limit-truncates-start";
const BOUNDARY = "acp.v1.terminal.limit-char-boundary";
const FLAG = "acp.v1.terminal.truncated-flag";
const ZERO = "acp.v1.terminal.limit-zero";

const LIMIT_BYTES = 100;
const PRINTED: string = Array.from({ length: 60 }, (_, place) => `number ${place}\n`).join("");
const WIDE: string = "é—😀é—😀";

/** What stays of an output that outgrows its limit (docs/protocol/v1/terminals.mdx, "Executing Commands"). */
export const limits: ClientScenario = withTerminals(
  "terminal/limits",
  [START, BOUNDARY, FLAG, ZERO],
  async (stage, turn) => {
    const print = (text: string): string => `process.stdout.write(${JSON.stringify(text)})`;
    const long = (await finished(turn, print(PRINTED), { outputByteLimit: LIMIT_BYTES }))?.output;
    if (long === undefined) return;
    judgeTail(stage, START, long, PRINTED, LIMIT_BYTES);
    judgeFlag(stage, long, true);
    const short = (await finished(turn, print("short"), { outputByteLimit: LIMIT_BYTES }))?.output;
    if (short !== undefined) judgeFlag(stage, short, false);
    for (const limit of [5, 6, 7, 8]) {
      const wide = (await finished(turn, print(WIDE), { outputByteLimit: limit }))?.output;
      if (wide !== undefined) judgeTail(stage, BOUNDARY, wide, WIDE, limit);
    }
    const zero = (await finished(turn, print("text"), { outputByteLimit: 0 }))?.output;
    stage.recorded(ZERO, `a limit of 0: ${zero === undefined ? "no terminal" : told(zero)}`);
  },
);

/** The end of the text, not longer than the limit and cut between characters; a little less is allowed. */
function judgeTail(stage: ClientStage, id: string, reply: Reply, text: string, limit: number): void {
  const output = outputOf(reply);
  const isTail =
    output !== undefined && output !== "" && text.endsWith(output) && Buffer.byteLength(output) <= limit;
  // Limits below a character leave nothing to keep; all of these are above.
  stage.expect(id, isTail, () => ({
    expected: `the last whole characters of the output, in at most ${limit} bytes`,
    actual: output === undefined ? told(reply) : `${Buffer.byteLength(output)} bytes: ${shortly(output)}`,
    frames: framesOf(reply),
  }));
}

function judgeFlag(stage: ClientStage, reply: Reply, expected: boolean): void {
  const truncated = reply.kind === "result" ? member(reply.result, "truncated") : undefined;
  stage.expect(FLAG, truncated === expected, () => ({
    expected: `truncated ${expected}`,
    actual: `truncated ${shortly(truncated)}`,
    frames: framesOf(reply),
  }));
}
