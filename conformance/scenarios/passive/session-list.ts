import { isAbsolute } from "node:path";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { resultsOf } from "../steps/messages.js";
import { noteEach, onEach } from "../steps/passive.js";
import { items, member, shortly } from "../steps/reply.js";
import { by, onResult } from "../steps/schema-check.js";
import { updatesIn } from "../steps/turn.js";

/** What the agent tells of its sessions (docs/protocol/v1/session-list.mdx, "Listing Sessions" and "Updating Session Metadata"). */
export const sessionListChecks: readonly PassiveCheck[] = [
  onResult("acp.v1.session.list-entry-schema", "session/list", by("SessionInfo", "SessionId")),
  onEach("acp.v1.session.list-cwd-absolute", texts("cwd"), ({ value, frames }) =>
    isAbsolute(value) || /^([A-Za-z]:[\\/]|\\\\)/.test(value)
      ? undefined
      : { expected: "an absolute path as cwd", actual: shortly(value), frames },
  ),
  onEach("acp.v1.session.list-updated-at", texts("updatedAt"), ({ value, frames }) =>
    ISO_8601.test(value)
      ? undefined
      : { expected: "updatedAt as ISO 8601 has it", actual: shortly(value), frames },
  ),
  onEach("acp.v1.session.info-update-no-identity", infoUpdates, ({ update, frame }) => {
    const key = IDENTITY.find((name) => name in update);
    return key === undefined
      ? undefined
      : { expected: "an update without what identifies the session", actual: key, frames: [frame] };
  }),
  noteEach(
    "acp.v1.dirs.session-info-report",
    entries,
    ({ entry }) => {
      const roots = member(entry, "additionalDirectories");
      return roots === undefined ? undefined : `a listed session has the roots ${shortly(roots)}`;
    },
    "no listed session tells of additional roots",
  ),
];

/** A date by month, week or day of the year, and a time with or without a zone, extended or basic. */
const ISO_8601 =
  /^\d{4}(-?\d\d(-?\d\d)?|-?W\d\d(-?\d)?|-?\d{3})([T ]\d\d(:?\d\d(:?\d\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

const IDENTITY = ["sessionId", "cwd", "additionalDirectories"];

interface Entry {
  readonly entry: Json;
  readonly frames: readonly Frame[];
}

function entries(transcript: Transcript): Entry[] {
  return resultsOf(transcript, "session/list").flatMap(({ result, request, frame }) =>
    items(result["sessions"]).map((entry) => ({ entry, frames: [request, frame] })),
  );
}

function texts(key: string): (transcript: Transcript) => { value: string; frames: readonly Frame[] }[] {
  return (transcript) =>
    entries(transcript).flatMap(({ entry, frames }) => {
      const value = member(entry, key);
      return typeof value === "string" ? [{ value, frames }] : [];
    });
}

function infoUpdates(transcript: Transcript): ReturnType<typeof updatesIn> {
  return updatesIn(transcript).filter(({ kind }) => kind === "session_info_update");
}
