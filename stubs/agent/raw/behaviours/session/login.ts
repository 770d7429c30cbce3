import { type Answer, type Behaviour, control, mutant, type Overrides } from "../../behaviour.js";
import { changeResult } from "../../change.js";
import { obedientAnswers } from "../../obedient.js";
import { unserved } from "./restore.js";

const AUTHENTICATION_REQUIRED = -32000;

/** Defects in logging in and out, some of them of an agent that wants a login. */
export const loginMutants: readonly Behaviour[] = [
  mutant("login-unserved", "offers a login and does not serve it", unserved("authenticate")),
  mutant(
    "login-text",
    "answers authenticate with a text",
    changeResult("authenticate", () => "welcome"),
  ),
  mutant("login-in-vain", "wants a login whoever has logged in", {
    answers: { "session/new": () => refusal(AUTHENTICATION_REQUIRED) },
  }),
  mutant("login-own-code", "says that it wants a login with a code of its own", wantsLogin(-32603)),
  mutant(
    "logout-null",
    "answers logout with null",
    changeResult("logout", () => null),
  ),
  mutant("logout-in-vain", "serves whoever has once logged in, after logout too", {
    answers: { ...wantsLogin().answers, logout: () => ({ result: {} }) },
  }),
  mutant(
    "terminal-login-list",
    "gives the variables of a terminal login as a list",
    changeResult("initialize", (result) => {
      const text = JSON.stringify(result);
      // What was JSON stays JSON: one member's value is exchanged for another.
      return JSON.parse(
        text.replace('"env":{"RAW_AGENT_LOGIN":"1"}', '"env":[{"name":"RAW_AGENT_LOGIN","value":"1"}]'),
      );
    }),
  ),
];

/** An agent that lets nobody in without a login. */
export const loginControls: readonly Behaviour[] = [
  control("wants-login", "gives sessions only to whoever has logged in", wantsLogin()),
];

function wantsLogin(code: number = AUTHENTICATION_REQUIRED): Overrides {
  return {
    answers: {
      "session/new": (params, agent, id) =>
        agent.isLoggedIn ? (obedientAnswers["session/new"]?.(params, agent, id) ?? "silence") : refusal(code),
    },
  };
}

function refusal(code: number): Answer {
  return { error: { code, message: "Authentication required" } };
}
