import { isAbsolute } from "node:path";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { callsIn } from "../../scenarios/steps/messages.js";
import { noteEach, onEach } from "../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../scenarios/steps/reply.js";
import { onCall } from "../../scenarios/steps/schema-check.js";
import { type Asked, askedFor, askedIn, setUps } from "../steps/exchanges.js";

/** How a client sets sessions up and speaks of them (docs/protocol/v1/session-setup.mdx, session-list.mdx). */
export const sessionChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.session.new-request-schema", "session/new", isAboutSession),
  onCall("acp.v1.session.load-request-schema", "session/load", isAboutSession),
  onCall("acp.v1.session.resume-request", "session/resume", isAboutSession),
  onCall("acp.v1.session.close-request", "session/close"),
  onCall("acp.v1.session.delete-request", "session/delete"),
  onEach("acp.v1.session.cwd-absolute", setUps, ({ frame, params }) =>
    judgePath(member(params, "cwd"), frame),
  ),
  onEach(
    "acp.v1.session.list-cwd-filter-absolute",
    (transcript) => askedFor(transcript, "session/list").filter(({ params }) => hasCwd(params)),
    ({ frame, params }) => judgePath(member(params, "cwd"), frame),
  ),
  onEach("acp.v1.session.id-used-throughout", named, ({ frame, sessionId, isKnown }) =>
    isKnown
      ? undefined
      : {
          expected: "the id of a session of this connection",
          actual: `sessionId ${shortly(sessionId)}`,
          frames: [frame],
        },
  ),
  onEach("acp.v1.session.load-cwd-matches", returns, ({ created, again }) => {
    const [before, after] = [created, again].map(({ params }) => member(params, "cwd"));
    return before === after
      ? undefined
      : {
          expected: `the cwd of the session, ${shortly(before)}`,
          actual: shortly(after),
          frames: [created.frame, again.frame],
        };
  }),
  onEach("acp.v1.session.list-cursor-opaque", cursors, ({ frame, cursor, given }) =>
    given.includes(cursor)
      ? undefined
      : {
          expected: `a cursor that the agent gave, as it is: ${given.map(shortly).join(", ")}`,
          actual: shortly(cursor),
          frames: [frame],
        },
  ),
  onEach("acp.v1.session.list-next-cursor-end", nextPages, ({ last, next }) =>
    next !== undefined && member(next.params, "cursor") !== undefined
      ? {
          expected: "no further page, since the answer had no nextCursor",
          actual: `a session/list with cursor ${shortly(member(next.params, "cursor"))}`,
          frames: [last.answer, next.frame],
        }
      : undefined,
  ),
  noteEach(
    "acp.v1.session.resume-mcp-servers-required",
    (transcript) => askedFor(transcript, "session/resume"),
    ({ params }) =>
      member(params, "mcpServers") === undefined ? "session/resume without mcpServers" : undefined,
    "session/resume carries mcpServers",
  ),
];

/** MCP servers and additional directories have rules of their own. */
function isAboutSession({ segments }: { readonly segments: readonly (string | number)[] }): boolean {
  return segments.length < 2 && segments[0] !== "additionalDirectories";
}

function hasCwd(params: Json | undefined): boolean {
  return (member(params, "cwd") ?? null) !== null;
}

/** A path that is no string is the business of the schema's rule. */
function judgePath(
  path: Json | undefined,
  frame: Frame,
): { expected: string; actual: string; frames: Frame[] } | undefined {
  const isGood = typeof path !== "string" || isAbsolute(path) || /^([A-Za-z]:[\\/]|\\\\)/.test(path);
  return isGood ? undefined : { expected: "an absolute path as cwd", actual: shortly(path), frames: [frame] };
}

interface Named {
  readonly frame: Frame;
  readonly sessionId: Json | undefined;
  readonly isKnown: boolean;
}

const NAMES_KNOWN: ReadonlySet<string> = new Set([
  "session/prompt",
  "session/cancel",
  "session/set_mode",
  "session/set_config_option",
  "session/close",
]);

/** Messages about a session, and whether this connection gave its id or the client brought it from an earlier one. */
function named(transcript: Transcript): Named[] {
  const known = askedIn(transcript).flatMap(({ frame, method, params, answer, result }) => {
    if (method === "session/load" || method === "session/resume") {
      return [{ id: member(params, "sessionId"), number: frame.number }];
    }
    const listed = items(result["sessions"]).map((session) => member(session, "sessionId"));
    return [result["sessionId"], ...listed]
      .filter((id) => id !== undefined)
      .map((id) => ({ id, number: answer?.number ?? 0 }));
  });
  return callsIn(transcript)
    .filter(({ method }) => NAMES_KNOWN.has(method))
    .map(({ frame, params }) => {
      const sessionId = member(params, "sessionId");
      return {
        frame,
        sessionId,
        isKnown: known.some(({ id, number }) => id === sessionId && number < frame.number),
      };
    });
}

/** Loads and resumes of sessions that were created on the same connection. */
function returns(transcript: Transcript): { created: Asked; again: Asked }[] {
  const all = setUps(transcript);
  return all.flatMap((again) => {
    if (again.method === "session/new") return [];
    const sessionId = member(again.params, "sessionId");
    const created = all.find(
      ({ method, result }) => method === "session/new" && result["sessionId"] === sessionId,
    );
    return created === undefined ? [] : [{ created, again }];
  });
}

function cursors(transcript: Transcript): { frame: Frame; cursor: Json; given: (Json | undefined)[] }[] {
  const lists = askedFor(transcript, "session/list");
  return lists.flatMap(({ frame, params }) => {
    const cursor = member(params, "cursor") ?? null;
    const given = lists
      .filter(({ answer }) => answer !== undefined && answer.number < frame.number)
      .map(({ result }) => result["nextCursor"])
      .filter((next) => typeof next === "string");
    // A client that brings a cursor to an agent that never gave one kept it from an earlier connection.
    return cursor === null ? [] : [{ frame, cursor, given }];
  });
}

/** Last pages, each with the list that was asked for next. */
function nextPages(transcript: Transcript): { last: Asked; next: Asked | undefined }[] {
  const lists = askedFor(transcript, "session/list");
  return lists.flatMap((last, place) => {
    const isLast = last.answer !== undefined && (last.result["nextCursor"] ?? null) === null;
    return isLast && Array.isArray(last.result["sessions"]) ? [{ last, next: lists[place + 1] }] : [];
  });
}
