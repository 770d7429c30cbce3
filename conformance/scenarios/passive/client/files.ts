import { isAbsolute } from "node:path";
import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Json } from "../../../../src/wire/message.js";
import { type Call, requestsIn } from "../../steps/messages.js";
import { onEach } from "../../steps/passive.js";
import { member, shortly } from "../../steps/reply.js";
import { onCall } from "../../steps/schema-check.js";
import { knownSessions } from "../sessions.js";

/** What the agent asks of the client's files (docs/protocol/v1/file-system.mdx; overview.mdx, "Argument requirements"). */
export const fileChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.fs.read-request-schema", "fs/read_text_file"),
  onCall("acp.v1.fs.write-request-schema", "fs/write_text_file"),
  onEach("acp.v1.fs.path-absolute", withPath, ({ frame, path }) =>
    isAbsolutePath(path)
      ? undefined
      : { expected: "an absolute path", actual: shortly(path), frames: [frame] },
  ),
  onEach("acp.v1.fs.session-id", withSession, ({ call, isKnown }) =>
    isKnown
      ? undefined
      : {
          expected: "a session of this connection",
          actual: `session ${shortly(member(call.params, "sessionId"))}`,
          frames: [call.frame],
        },
  ),
  onEach(
    "acp.v1.fs.line-one-based",
    (transcript) => fileCalls(transcript).filter(({ params }) => typeof member(params, "line") === "number"),
    ({ frame, params }) =>
      Number(member(params, "line")) >= 1
        ? undefined
        : {
            expected: "a line number from 1 on",
            actual: `line ${shortly(member(params, "line"))}`,
            frames: [frame],
          },
  ),
];

/** Agents on another system may write C:\… or \\server\…, which are absolute there. */
export function isAbsolutePath(path: string): boolean {
  return isAbsolute(path) || /^([A-Za-z]:[\\/]|\\\\)/.test(path);
}

function fileCalls(transcript: Transcript): Call[] {
  return requestsIn(transcript).filter(({ method }) => FILE_METHODS.has(method));
}

const FILE_METHODS: ReadonlySet<string> = new Set(["fs/read_text_file", "fs/write_text_file"]);

function withPath(transcript: Transcript): (Call & { readonly path: string })[] {
  return fileCalls(transcript).flatMap((call) => {
    const path: Json | undefined = member(call.params, "path");
    return typeof path === "string" ? [{ ...call, path }] : [];
  });
}

function withSession(transcript: Transcript): { call: Call; isKnown: boolean }[] {
  const known = knownSessions(transcript);
  return fileCalls(transcript).map((call) => {
    const sessionId = member(call.params, "sessionId");
    return { call, isKnown: known.some(({ id, number }) => id === sessionId && number < call.frame.number) };
  });
}
