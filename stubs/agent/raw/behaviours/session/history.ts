import type { Json, JsonObject } from "../../../../../src/wire/message.js";
import { type Behaviour, invalidParams, mutant, type Overrides } from "../../behaviour.js";
import { changeResult, changeUpdate, without } from "../../change.js";
import { obedientAnswers } from "../../obedient.js";
import { noSuchSession } from "../../session/sessions.js";
import { ended } from "../../turn.js";

let lists = 0;
const closed = new Set<Json>();

/** Defects in listing, deleting and closing sessions. */
export const historyMutants: readonly Behaviour[] = [
  mutant(
    "list-renamed",
    "gives the list under another name",
    changeResult("session/list", ({ sessions = null }) => ({ items: sessions })),
  ),
  mutant(
    "list-wants-text",
    "refuses null for what may be null",
    onList((params, obey) => (params["cwd"] === null ? invalidParams("cwd is no text") : obey(params))),
  ),
  mutant(
    "list-nameless",
    "lists sessions without their ids",
    entries((entry) => without(entry, "sessionId")),
  ),
  mutant(
    "list-relative",
    "lists directories by their last name",
    entries((entry) => ({ ...entry, cwd: String(entry["cwd"]).split("/").at(-1) ?? null })),
  ),
  mutant(
    "list-yesterday",
    "gives times in words",
    entries((entry) => ({ ...entry, updatedAt: "yesterday" })),
  ),
  mutant(
    "list-loose-filter",
    "lists all sessions where one fits",
    onList((params, obey) => {
      const answer = obey(params);
      const isFound = typeof answer === "object" && JSON.stringify(answer).includes('"sessionId"');
      return isFound ? obey(without(params, "cwd")) : answer;
    }),
  ),
  mutant(
    "list-none-found",
    "gives an error where no session fits",
    onList((params, obey) => {
      const answer = obey(params);
      return JSON.stringify(answer).includes('"sessionId"') || typeof params["cwd"] !== "string"
        ? answer
        : noSuchSession();
    }),
  ),
  mutant(
    "list-any-cursor",
    "takes any cursor for the first page",
    onList((params, obey) => {
      const isKnown = /^page-\d+$/.test(String(params["cursor"]));
      return obey(isKnown ? params : without(params, "cursor"));
    }),
  ),
  mutant(
    "list-is-activity",
    "counts a list as activity",
    entries((entry) => ({
      ...entry,
      updatedAt: new Date(Date.UTC(2026, 0, 1) + 1000 * lists++).toISOString(),
    })),
  ),
  mutant(
    "list-root",
    "lists all sessions below the root, unless it is asked for a directory",
    onList((params, obey) => {
      const answer = obey(params);
      return typeof params["cwd"] === "string"
        ? answer
        : changed(answer, (entry) => ({ ...entry, cwd: "/" }));
    }),
  ),
  mutant(
    "list-untitled",
    "lists sessions without the titles that it gave them",
    entries((entry) => without(entry, "title")),
  ),
  mutant(
    "info-with-cwd",
    "repeats the directory in session_info_update",
    changeUpdate("session_info_update", (update) => ({ ...update, cwd: "/" })),
  ),

  mutant(
    "delete-null",
    "answers session/delete with null",
    changeResult("session/delete", () => null),
  ),
  mutant("delete-keeps", "goes on listing what was deleted", {
    answers: { "session/delete": () => ({ result: {} }) },
  }),
  mutant("delete-once", "deletes a session once and not again", {
    answers: {
      "session/delete": async (params, agent, id) =>
        agent.sessions.has(String(params["sessionId"]))
          ? ((await obedientAnswers["session/delete"]?.(params, agent, id)) ?? "silence")
          : noSuchSession(),
    },
  }),
  mutant(
    "close-null",
    "answers session/close with null",
    changeResult("session/close", () => null),
  ),
  mutant("close-goes-on", "lets the turn of a closed session go on", {
    answers: {
      "session/close": ({ sessionId }, agent) => {
        agent.sessions.get(String(sessionId))?.free();
        return { result: {} };
      },
    },
  }),
  mutant("close-as-done", "ends the turn of a closed session as if it were done", {
    answers: {
      "session/close": (params, agent, id) => {
        closed.add(params["sessionId"] ?? null);
        return obedientAnswers["session/close"]?.(params, agent, id) ?? "silence";
      },
    },
    turn: async (turn) => {
      const answer = await turn.obey();
      return closed.has(turn.sessionId) ? ended("end_turn") : answer;
    },
  }),
  mutant("close-keeps-servers", "keeps the MCP servers of a closed session", {
    answers: {
      "session/close": ({ sessionId }, agent) => {
        agent.cancels.get(String(sessionId))?.();
        return agent.sessions.has(String(sessionId)) ? { result: {} } : noSuchSession();
      },
    },
  }),
];

type Obey = (params: JsonObject) => ReturnType<NonNullable<(typeof obedientAnswers)[string]>>;

function onList(answer: (params: JsonObject, obey: Obey) => ReturnType<Obey>): Overrides {
  return {
    answers: {
      "session/list": (params, agent, id) =>
        answer(params, (each) => obedientAnswers["session/list"]?.(each, agent, id) ?? "silence"),
    },
  };
}

function entries(change: (entry: JsonObject) => JsonObject): Overrides {
  return onList((params, obey) => changed(obey(params), change));
}

function changed(answer: ReturnType<Obey>, change: (entry: JsonObject) => JsonObject): ReturnType<Obey> {
  if (typeof answer !== "object" || !("result" in answer)) return answer;
  const result = answer.result as JsonObject;
  const sessions = (result["sessions"] as readonly Json[]).map((entry) => change(entry as JsonObject));
  return { result: { ...result, sessions } };
}
