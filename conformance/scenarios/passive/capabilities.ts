import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { type Json, wordOf } from "../../../src/wire/message.js";
import { type Call, callsIn, resultsOf } from "../steps/messages.js";
import { onEach } from "../steps/passive.js";
import { at, items, member, shortly } from "../steps/reply.js";
import { optionLists } from "./options.js";

/**
 * What an agent may use only when the client has announced it (docs/protocol/v1/initialization.mdx, "Client
 * Capabilities"; file-system.mdx and terminals.mdx, "Checking Support"; session-config-options.mdx, "Boolean Config
 * Options"; authentication.mdx, "Authentication method types"). Judged on connections whose client announced less.
 */
export const capabilityChecks: readonly PassiveCheck[] = [
  gated("acp.v1.fs.read-gated", "fs/read_text_file", ["fs", "readTextFile"]),
  gated("acp.v1.fs.write-gated", "fs/write_text_file", ["fs", "writeTextFile"]),
  gated("acp.v1.terminal.gated", "terminal/", ["terminal"]),
  onEach("acp.v1.elicitation.mode-gated", elicitations, ({ unoffered }) =>
    unoffered === undefined
      ? undefined
      : {
          expected: "no elicitation in a mode that the client did not offer",
          actual: `mode ${shortly(member(unoffered.params, "mode"))}`,
          frames: [unoffered.frame],
        },
  ),
  onEach("acp.v1.init.omitted-is-unsupported", bareConnections, ({ used }) =>
    used === undefined
      ? undefined
      : {
          expected: "nothing that needs a capability, since the client announced none",
          actual: used.method,
          frames: [used.frame],
        },
  ),
  onEach(
    "acp.v1.config.boolean-gated",
    (transcript) =>
      announces(transcript, ["session", "configOptions", "boolean"]) ? [] : optionLists(transcript),
    ({ options, frames }) => {
      const boolean = options.find((option) => member(option, "type") === "boolean");
      return boolean === undefined
        ? undefined
        : {
            expected: "no boolean option, since the client did not announce them",
            actual: shortly(boolean),
            frames,
          };
    },
  ),
  onEach("acp.v1.auth.terminal-gated", authLists, ({ methods, frames }) => {
    const terminal = methods.find((method) => member(method, "type") === "terminal");
    return terminal === undefined
      ? undefined
      : {
          expected: "no terminal method, since the client did not announce auth.terminal",
          actual: shortly(terminal),
          frames,
        };
  }),
  onEach("acp.v1.auth.method-ids-unique", allAuthLists, ({ methods, frames }) => {
    const ids = methods.map((method) => member(method, "id"));
    return new Set(ids).size === ids.length
      ? undefined
      : { expected: "an id of its own for each auth method", actual: ids.map(shortly).join(", "), frames };
  }),
];

/** The capabilities that the client announced on this connection. */
export function announced(transcript: Transcript): Json | undefined {
  const request = transcript
    .of("c2a")
    .find(({ message }) => message.kind === "request" && message.method === "initialize");
  return request?.message.kind === "request"
    ? member(request.message.params, "clientCapabilities")
    : undefined;
}

/** Did the client announce this? */
export function announces(transcript: Transcript, path: readonly string[]): boolean {
  const value = at(announced(transcript), ...path) ?? null;
  return value !== null && value !== false;
}

/** The agent got as far as a prompt, so it could have called; a method ending in / stands for all below it. */
function gated(id: string, method: string, path: readonly string[]): PassiveCheck {
  const isMeant = (name: string): boolean =>
    method.endsWith("/") ? name.startsWith(method) : name === method;
  return onEach(
    id,
    (transcript) => {
      if (announced(transcript) === undefined || announces(transcript, path)) return [];
      const used = callsIn(transcript).find((call) => isMeant(call.method));
      return used !== undefined || hasTurn(transcript) ? [{ used }] : [];
    },
    ({ used }) =>
      used === undefined
        ? undefined
        : {
            expected: `no ${method} without clientCapabilities.${path.join(".")}`,
            actual: used.method,
            frames: [used.frame],
          },
  );
}

/** Each mode is offered by itself: an empty capability object offers none. */
function elicitations(transcript: Transcript): { unoffered: Call | undefined }[] {
  const isOffered = (mode: Json | undefined): boolean => announces(transcript, ["elicitation", wordOf(mode)]);
  if (announced(transcript) === undefined) return [];
  const created = callsIn(transcript).filter(
    ({ method, params }) => method === "elicitation/create" && member(params, "mode") !== undefined,
  );
  const unoffered = created.find(({ params }) => !isOffered(member(params, "mode")));
  const isBound = ["form", "url"].some((mode) => !isOffered(mode)) && hasTurn(transcript);
  return unoffered !== undefined || isBound || created.length > 0 ? [{ unoffered }] : [];
}

/** Did a turn end with a result on the connection? */
export function hasTurn(transcript: Transcript): boolean {
  return resultsOf(transcript, "session/prompt").length > 0;
}

function bareConnections(transcript: Transcript): { used: Call | undefined }[] {
  const isBare = JSON.stringify(announced(transcript)) === "{}";
  const used = callsIn(transcript).find(({ method }) =>
    NEEDS_CAPABILITY.some((start) => method.startsWith(start)),
  );
  return isBare && (used !== undefined || hasTurn(transcript)) ? [{ used }] : [];
}

const NEEDS_CAPABILITY = ["fs/", "terminal/", "elicitation/"];

interface AuthList {
  readonly methods: readonly Json[];
  readonly frames: readonly Frame[];
}

function allAuthLists(transcript: Transcript): AuthList[] {
  return resultsOf(transcript, "initialize").map(({ result, request, frame }) => ({
    methods: items(result["authMethods"]),
    frames: [request, frame],
  }));
}

function authLists(transcript: Transcript): AuthList[] {
  return announces(transcript, ["auth", "terminal"]) ? [] : allAuthLists(transcript);
}
