import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { Json } from "../../../../src/wire/message.js";
import { type Call, requestsIn } from "../../steps/messages.js";
import { noteEach, onEach } from "../../steps/passive.js";
import { items, member, shortly } from "../../steps/reply.js";
import { onCall } from "../../steps/schema-check.js";
import { reports } from "../../steps/tool-reports.js";
import { isAbsolutePath } from "./files.js";
import { type TerminalLife, terminalLives } from "./terminal-lives.js";

/** What the agent does with the client's terminals (docs/protocol/v1/terminals.mdx). */
export const terminalChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.terminal.create-request-schema", "terminal/create"),
  onEach("acp.v1.terminal.create-cwd-absolute", withCwd, ({ frame, cwd }) =>
    isAbsolutePath(cwd) ? undefined : { expected: "an absolute cwd", actual: shortly(cwd), frames: [frame] },
  ),
  onEach("acp.v1.terminal.agent-valid-ids", uses, ({ frame, terminalId, sessionId, life }) =>
    life !== undefined && life.sessionId === sessionId && life.created.number < frame.number
      ? undefined
      : {
          expected: "a terminal that terminal/create gave in this session",
          actual: `terminal ${shortly(terminalId)} of session ${shortly(sessionId)}`,
          frames: [life?.created, frame],
        },
  ),
  onEach("acp.v1.terminal.agent-no-use-after-release", uses, ({ frame, method, life }) =>
    life?.released === undefined || method === "terminal/release" || frame.number < life.released.number
      ? undefined
      : {
          expected: "no use of a terminal that is released",
          actual: method,
          frames: [life.created, life.released, frame],
        },
  ),
  onEach("acp.v1.terminal.embed-before-release", embedded, ({ life, shown }) =>
    life.released === undefined || shown.number < life.released.number
      ? undefined
      : {
          expected: "the terminal in the tool call before it is released",
          actual: "it is first shown behind its release",
          frames: [life.created, life.released, shown],
        },
  ),
  onEach("acp.v1.terminal.agent-releases", ofNoUse, ({ created, released, nextTurnEnd }) =>
    released !== undefined && released.number < (nextTurnEnd?.number ?? 0)
      ? undefined
      : {
          expected: "terminal/release once the command has ended and its turn is over",
          actual: "none up to the end of the next turn",
          frames: [created, nextTurnEnd],
        },
  ),
  noteEach(
    "acp.v1.terminal.timeout-pattern",
    (transcript) => requestsIn(transcript).filter(({ method }) => method === "terminal/kill"),
    () => "a command is ended with terminal/kill",
    "",
  ),
];

function withCwd(transcript: Transcript): { frame: Frame; cwd: string }[] {
  return requestsIn(transcript).flatMap(({ method, frame, params }) => {
    const cwd = member(params, "cwd");
    return method === "terminal/create" && typeof cwd === "string" ? [{ frame, cwd }] : [];
  });
}

interface Use extends Call {
  readonly terminalId: Json | undefined;
  readonly sessionId: Json | undefined;
  readonly life: TerminalLife | undefined;
}

function uses(transcript: Transcript): Use[] {
  const lives = terminalLives(transcript);
  return requestsIn(transcript)
    .filter(({ method }) => method.startsWith("terminal/") && method !== "terminal/create")
    .map((call) => {
      const terminalId = member(call.params, "terminalId");
      return {
        ...call,
        terminalId,
        sessionId: member(call.params, "sessionId"),
        life: lives.get(terminalId),
      };
    });
}

/** Where each terminal is first shown in a tool call. */
function embedded(transcript: Transcript): { life: TerminalLife; shown: Frame }[] {
  const lives = terminalLives(transcript);
  const shown = new Map<TerminalLife, Frame>();
  for (const { update, frame } of reports(transcript)) {
    for (const item of items(update["content"])) {
      const life = member(item, "type") === "terminal" ? lives.get(member(item, "terminalId")) : undefined;
      if (life !== undefined && !shown.has(life)) shown.set(life, frame);
    }
  }
  return [...shown].map(([life, frame]) => ({ life, shown: frame }));
}

/**
 * Terminals whose command is known to have ended by the end of their turn, where the session had another turn since:
 * who keeps one for longer than that has no use for it.
 */
function ofNoUse(transcript: Transcript): TerminalLife[] {
  return [...terminalLives(transcript).values()].filter(
    ({ ended, turnEnd, nextTurnEnd }) =>
      ended !== undefined &&
      turnEnd !== undefined &&
      ended.number < turnEnd.number &&
      nextTurnEnd !== undefined,
  );
}
