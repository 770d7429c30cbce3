import { methods } from "../../../generated/v2/methods.js";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import { isJsonObject } from "../../../src/wire/message.js";
import { capabilityKeysIn, hasTwins } from "../../scenarios/passive/negotiation.js";
import { callsIn, requestsIn } from "../../scenarios/steps/messages.js";
import { fromSubject, noteEach, onEach } from "../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../scenarios/steps/reply.js";
import { type Asked, askedFor, askedIn } from "../steps/exchanges.js";

/** What was agreed on in initialize, and whether the client keeps it (docs/protocol/v1/initialization.mdx, "Protocol version"; extensibility.mdx, "Advertising Custom Capabilities"; authentication.mdx, "Terminal authentication"). */
export const negotiationChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.init.act-on-agreed-version", callsUnderOne, ({ frame, method }, protocol) =>
    OF_TWO.has(method) && protocol.method(method, "c2a") === undefined
      ? {
          expected: "methods of version 1, which was agreed on",
          actual: `${method}, which only version 2 has`,
          frames: [frame],
        }
      : undefined,
  ),
  onEach(
    "acp.v1.init.custom-capabilities-in-meta",
    (transcript) => askedFor(transcript, "initialize").filter(({ params }) => hasCapabilities(params)),
    ({ frame, params }) => {
      const names = capabilityKeysIn(member(params, "clientCapabilities") ?? null);
      const custom = names.find((name) => /[^A-Za-z0-9]/.test(name));
      return custom === undefined
        ? undefined
        : {
            expected: "custom capabilities in _meta",
            actual: `the capability ${shortly(custom)}`,
            frames: [frame],
          };
    },
  ),
  onEach("acp.v1.auth.terminal-no-authenticate", logins, ({ login, isOfTerminal }) =>
    isOfTerminal
      ? {
          expected: "no authenticate for a method of type terminal",
          actual: shortly(member(login.params, "methodId")),
          frames: [login.frame],
        }
      : undefined,
  ),
  noteEach(
    "acp.v1.jsonrpc.duplicate-keys",
    fromSubject,
    ({ text }) => (hasTwins(text) ? "an object of the client has a key twice" : undefined),
    "no object of the client has a key twice",
  ),
  noteEach(
    "acp.v1.jsonrpc.params-omitted",
    requestsIn,
    ({ method, params }) => (isJsonObject(params) ? undefined : `${method} with params ${shortly(params)}`),
    "every request has an object as params",
  ),
  noteEach(
    "acp.v1.config.set-type-id",
    (transcript) => askedFor(transcript, "session/set_config_option"),
    ({ params }) =>
      member(params, "type") === undefined ? undefined : `type ${shortly(member(params, "type"))}`,
    "options are set without a type",
  ),
];

const OF_TWO: ReadonlySet<string> = new Set(
  methods.filter(({ side }) => side === "agent").map(({ name }) => name),
);

/** What the client asks and tells once version 1 is agreed on. */
function callsUnderOne(transcript: Transcript): ReturnType<typeof callsIn> {
  const agreed = askedFor(transcript, "initialize").find(({ result }) => result["protocolVersion"] === 1);
  const from = agreed?.answer?.number;
  return from === undefined ? [] : callsIn(transcript).filter(({ frame }) => frame.number > from);
}

function hasCapabilities(params: Asked["params"]): boolean {
  return isJsonObject(member(params, "clientCapabilities"));
}

/** Logins at an agent that offers a method of type terminal. */
function logins(transcript: Transcript): { login: Asked; isOfTerminal: boolean }[] {
  const offered = askedFor(transcript, "initialize").flatMap(({ result }) => items(result["authMethods"]));
  const ofTerminal = offered
    .filter((method) => member(method, "type") === "terminal")
    .map((method) => member(method, "id"));
  if (ofTerminal.length === 0) return [];
  return askedIn(transcript)
    .filter(({ method }) => method === "authenticate")
    .map((login) => ({ login, isOfTerminal: ofTerminal.includes(member(login.params, "methodId")) }));
}
