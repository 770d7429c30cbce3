import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { changeResult, firstOf, without } from "../change.js";
import { optionsOf } from "../session/options.js";

/** Defects in new sessions, their modes and their config options. */
export const sessionMutants: readonly Behaviour[] = [
  mutant(
    "one-session-id",
    "gives every session the same id",
    changeResult("session/new", (result) => ({ ...result, sessionId: "s" })),
  ),
  mutant(
    "empty-session-id",
    "gives an empty session id",
    changeResult("session/new", (result) => ({ ...result, sessionId: "" })),
  ),
  mutant(
    "session-number",
    "gives a number as session id",
    changeResult("session/new", (result) => ({ ...result, sessionId: Math.floor(Math.random() * 2 ** 40) })),
  ),
  mutant(
    "mode-nameless",
    "gives a mode without a name",
    modes((state) => firstOf(state, "availableModes", (mode) => without(mode, "name"))),
  ),
  mutant(
    "mode-twice",
    "gives two modes one id",
    modes((state) => firstOf(state, "availableModes", (mode) => ({ ...mode, id: "code" })), "code"),
  ),
  mutant(
    "mode-unlisted",
    "starts in a mode that it does not list",
    modes((state) => state, "other"),
  ),
  mutant(
    "option-nameless",
    "gives a config option without a name",
    option((each) => without(each, "name")),
  ),
  mutant(
    "option-twice",
    "gives two config options one id",
    option((each) => ({ ...each, id: "mode" })),
  ),
  mutant(
    "option-valueless",
    "gives a config option without a value",
    option((each) => without(each, "currentValue")),
  ),
  mutant(
    "option-unlisted",
    "gives a value that is not among the option's",
    option((each) => ({ ...each, currentValue: "other" })),
  ),
  mutant(
    "option-category",
    "invents a category",
    option((each) => ({ ...each, category: "temperature" })),
  ),
  mutant(
    "option-boolean",
    "gives boolean options to a client that did not ask",
    option((each) => ({ ...without(each, "options"), type: "boolean", currentValue: true })),
  ),
  mutant(
    "mode-null",
    "answers session/set_mode with null",
    changeResult("session/set_mode", () => null),
  ),
  mutant("modes-unserved", "offers modes and does not serve them", {
    answers: { "session/set_mode": notFound },
  }),
  mutant("options-unserved", "offers config options and does not serve them", {
    answers: { "session/set_config_option": notFound },
  }),
  mutant(
    "option-alone",
    "answers with the changed option only",
    changeResult("session/set_config_option", () => ({ configOptions: optionsOf(FIRST).slice(0, 1) })),
  ),
];

function modes(change: (state: JsonObject) => JsonObject, currentModeId?: Json): Overrides {
  return changeResult("session/new", (result) => {
    const state = change(result["modes"] as JsonObject);
    return { ...result, modes: currentModeId === undefined ? state : { ...state, currentModeId } };
  });
}

function option(change: (option: JsonObject) => JsonObject): Overrides {
  return changeResult("session/new", (result) => firstOf(result, "configOptions", change));
}

function notFound(): { error: { code: number; message: string } } {
  return { error: { code: -32601, message: "Method not found" } };
}

const FIRST = { modeId: "ask", model: "small", isBrave: false };
