import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { at, items, member, shortly } from "../../../scenarios/steps/reply.js";
import { greetings } from "./initialize.js";

/** The auth methods that an agent lists (docs/protocol/v2/authentication.mdx, "Authentication method types" and "Terminal Authentication"). */
export const loginChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.auth.terminal-gated", greetings, ({ asked, result, frames }) => {
    const isAnnounced = isJsonObject(at(asked["capabilities"], "auth", "terminal"));
    const terminal = items(result["authMethods"]).find((method) => member(method, "type") === "terminal");
    return terminal === undefined || isAnnounced
      ? undefined
      : {
          expected: "no terminal method, since the client did not announce auth.terminal",
          actual: shortly(terminal),
          frames,
        };
  }),
  onEach("acp.v2.auth.terminal-env-list", terminalEnvironments, ({ env, frames }) => {
    const names = items(env).map((variable) => member(variable, "name"));
    const isList =
      Array.isArray(env) &&
      env.every(
        (variable) =>
          typeof member(variable, "name") === "string" && typeof member(variable, "value") === "string",
      );
    return isList && new Set(names).size === names.length
      ? undefined
      : { expected: "env as a list of names, each once, with values", actual: shortly(env), frames };
  }),
];

function terminalEnvironments(transcript: Transcript): { env: Json; frames: readonly Frame[] }[] {
  return greetings(transcript).flatMap(({ result, frames }) =>
    items(result["authMethods"]).flatMap((method) => {
      const env = member(method, "env");
      return member(method, "type") === "terminal" && env !== undefined ? [{ env, frames }] : [];
    }),
  );
}
