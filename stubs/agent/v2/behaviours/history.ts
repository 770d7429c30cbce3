import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import type { Answer } from "../../raw/behaviour.js";
import { type BehaviourTwo, mutant, type OverridesTwo } from "../behaviour.js";
import { answering, changeResult, mapUpdates, obey, without } from "../change.js";

const NOT_FOUND: Answer = { error: { code: -32601, message: "Method not found" } };

/** Mutants that break a rule of lists of sessions, of resuming and of closing. */
export const historyMutants: readonly BehaviourTwo[] = [
  mutant(
    "list-unserved",
    "session/list is not served",
    answering("session/list", () => NOT_FOUND),
  ),
  mutant(
    "list-without-list",
    "session/list gives a message",
    answering("session/list", () => ({ result: { message: "none" } })),
  ),
  mutant(
    "lists-all",
    "session/list does not look at cwd",
    onList((sessions) => [...sessions, { sessionId: "other", cwd: "/elsewhere" }]),
  ),
  mutant(
    "number-cursor",
    "nextCursor is a number",
    changeResult("session/list", (result) => ({ ...result, nextCursor: 4 })),
  ),
  mutant(
    "spoken-time",
    "updatedAt is a word",
    onList((sessions) => sessions.map((session) => ({ ...session, updatedAt: "yesterday" }))),
  ),
  mutant(
    "close-unserved",
    "session/close is not served",
    answering("session/close", () => NOT_FOUND),
  ),
  mutant(
    "close-fails",
    "an open session cannot be closed",
    answering("session/close", async (params, agent) =>
      agent.sessions.has(String(params["sessionId"]))
        ? { error: { code: -32603, message: "Internal error" } }
        : await obey("session/close", params, agent),
    ),
  ),
  mutant(
    "close-strict",
    "an unknown session cannot be closed",
    answering("session/close", async (params, agent) =>
      agent.sessions.has(String(params["sessionId"]))
        ? await obey("session/close", params, agent)
        : { error: { code: -32002, message: "No such session" } },
    ),
  ),
  mutant(
    "close-early",
    "session/close is answered before the work has ended",
    answering("session/close", (params, agent) => {
      setTimeout(() => void obey("session/close", params, agent), 0);
      return { result: {} };
    }),
  ),
  mutant("close-without-idle", "work that is closed ends without a word", {
    work: async (work) => {
      const reason = await work.obey();
      return work.session.isActive ? reason : undefined;
    },
  }),
  mutant(
    "close-farewell",
    "a title comes behind the response to session/close",
    answering("session/close", async (params, agent) => {
      const answer = await obey("session/close", params, agent);
      const update = { sessionUpdate: "session_info_update", title: "Closed" };
      setImmediate(() => agent.notify("session/update", { sessionId: params["sessionId"] ?? null, update }));
      return answer;
    }),
  ),
  mutant(
    "sets-mode",
    "session/set_mode is served",
    answering("session/set_mode", () => ({ result: {} })),
  ),
  mutant(
    "loads",
    "session/load is served",
    answering("session/load", () => ({ result: {} })),
  ),
  mutant(
    "lists-modes",
    "session/new gives modes",
    changeResult("session/new", (result) => ({
      ...result,
      modes: { currentModeId: "a", availableModes: [] },
    })),
  ),
  mutant(
    "resume-replays",
    "a session is resumed with its history though nobody asked for it",
    onResume((params) => ({ ...params, replayFrom: { type: "start" } })),
  ),
  mutant(
    "resume-forgets",
    "a session is resumed without its history though that was asked for",
    onResume((params) => (isStart(params) ? without(params, "replayFrom") : params)),
  ),
  mutant(
    "resume-any-cursor",
    "an unknown cursor is taken for none",
    onResume((params) => (isStart(params) ? params : without(params, "replayFrom"))),
  ),
  mutant("resume-nameless", "replayed messages have no ids", {
    replay: (session) => session.history.map((update) => without(update, "messageId")),
  }),
  mutant("resume-stateless", "no state comes with a resumed session", {
    ...mapUpdates((update) =>
      update["state"] === "idle" && update["stopReason"] === undefined ? [] : [update],
    ),
  }),
];

function onList(change: (sessions: readonly JsonObject[]) => readonly JsonObject[]): OverridesTwo {
  return changeResult("session/list", (result) => {
    const sessions: readonly Json[] = Array.isArray(result["sessions"]) ? result["sessions"] : [];
    return { ...result, sessions: [...change(sessions.filter(isJsonObject))] };
  });
}

function onResume(change: (params: JsonObject) => JsonObject): OverridesTwo {
  return answering("session/resume", (params, agent) => obey("session/resume", change(params), agent));
}

function isStart({ replayFrom }: JsonObject): boolean {
  return isJsonObject(replayFrom) && replayFrom["type"] === "start";
}
