import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { fromSubject, onEach } from "../steps/passive.js";
import { shortly } from "../steps/reply.js";

/** Most lines that one message could have been spread over to be recognised. */
const MAX_SPREAD = 200;

/**
 * What agents and clients may write to each other (docs/protocol/v1/transports.mdx, introduction and "stdio"). Each bad line counts
 * for one rule, the one that says most about it. Blank lines count for none: the page is silent on them.
 */
export const lineChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.transport.utf8", fromSubject, (frame) =>
    reasonOf(frame) === "not UTF-8"
      ? { expected: "a line in UTF-8", actual: "bytes that are not UTF-8", frames: [frame] }
      : undefined,
  ),
  onEach("acp.v1.transport.no-embedded-newline", spreads, ({ frames }) =>
    frames.length > 1
      ? {
          expected: "a message on one line",
          actual: `a message over ${frames.length} lines`,
          frames: frames.slice(0, 6),
        }
      : undefined,
  ),
  onEach("acp.v1.transport.single-message-lines", ownLines, (frame) =>
    reasonOf(frame) === "a batch array"
      ? { expected: "one message a line", actual: "an array of messages", frames: [frame] }
      : undefined,
  ),
];

/** What else an agent may not write. */
export const stdoutChecks: readonly PassiveCheck[] = [
  onlyMessages("acp.v1.transport.stdout-only-acp", "stdout"),
];

/** What else a client may not write to its agent. */
export const stdinChecks: readonly PassiveCheck[] = [
  onlyMessages("acp.v1.transport.stdin-only-acp", "stdin"),
];

function onlyMessages(id: string, stream: string): PassiveCheck {
  return onEach(
    id,
    (transcript) => spreads(transcript).flatMap(({ frames }) => (frames.length === 1 ? frames : [])),
    (frame) =>
      isForeign(frame)
        ? { expected: `only ACP messages on ${stream}`, actual: shortly(frame.text), frames: [frame] }
        : undefined,
  );
}

function reasonOf({ message }: Frame): string | undefined {
  return message.kind === "malformed" ? message.reason : undefined;
}

/** A line that is no message of any kind; a half-formed response counts for the rule about responses instead. */
function isForeign(frame: Frame): boolean {
  const { message } = frame;
  if (message.kind !== "malformed" || frame.eol === "") return false;
  if (message.reason === "neither request, notification nor response") {
    return frame.text.includes('"jsonrpc"') === false;
  }
  return message.reason === "not JSON" || message.reason === "not an object";
}

/** The subject's lines, without those that can be the answer to an array that the harness sent. */
function ownLines(transcript: Transcript): Frame[] {
  const sentArray = transcript.ofHarness().find((frame) => reasonOf(frame) === "a batch array");
  return fromSubject(transcript).filter(
    ({ number }) => number < (sentArray?.number ?? Number.POSITIVE_INFINITY),
  );
}

/** The subject's lines, with runs of bad ones that make one message together joined. */
function spreads(transcript: Transcript): { frames: Frame[] }[] {
  const lines = fromSubject(transcript);
  const joined: { frames: Frame[] }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const length = spreadLength(lines, at);
    joined.push({ frames: lines.slice(at, at + length) });
    at += length - 1;
  }
  return joined;
}

/** How many lines from this one make a message: 1 when it stands for itself. */
function spreadLength(lines: readonly Frame[], at: number): number {
  if (lines[at] === undefined || reasonOf(lines[at]) !== "not JSON") return 1;
  let text = lines[at].text;
  for (let length = 2; length <= MAX_SPREAD && at + length <= lines.length; length++) {
    const next = lines[at + length - 1];
    if (next === undefined || next.message.kind !== "malformed") return 1;
    text += `\n${next.text}`;
    if (isMessageText(text)) return length;
  }
  return 1;
}

function isMessageText(text: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    return "jsonrpc" in JSON.parse(text.replaceAll("\n", " "));
  } catch {
    return false;
  }
}
