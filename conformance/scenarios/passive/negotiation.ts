import { shapes as shapesOfOne } from "../../../generated/v1/shapes.js";
import { shapes } from "../../../generated/v2/shapes.js";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Protocol } from "../../../src/protocol/protocol.js";
import { type ExactJson, parseExactJson } from "../../../src/wire/exact-json.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../src/wire/message.js";
import { resultsOf } from "../steps/messages.js";
import { fromSubject, noteEach, onEach } from "../steps/passive.js";
import { items, member, shortly } from "../steps/reply.js";
import { type Update, updatesIn } from "../steps/turn.js";

/** What was agreed on in initialize, and whether it is kept (docs/protocol/v1/initialization.mdx, "Protocol version"; extensibility.mdx, "Advertising Custom Capabilities"). */
export const negotiationChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.init.act-on-agreed-version", updatesUnderOne, ({ kind, frame, isOfTwo }) =>
    isOfTwo
      ? {
          expected: "session updates of version 1, which was agreed on",
          actual: `${kind}, which only version 2 has`,
          frames: [frame],
        }
      : undefined,
  ),
  onEach("acp.v1.init.custom-capabilities-in-meta", capabilities, ({ custom, frames }) =>
    custom === undefined
      ? undefined
      : { expected: "custom capabilities in _meta", actual: `the capability ${shortly(custom)}`, frames },
  ),
  onEach("acp.v1.auth.terminal-schema", terminalLogins, ({ method, frames }, protocol) => {
    const [violation] = protocol.judgeDefinition("AuthMethodTerminal", method, "authMethod");
    return violation === undefined
      ? undefined
      : { expected: `${violation.path}: ${violation.expected}`, actual: violation.actual, frames };
  }),
  noteEach(
    "acp.v1.jsonrpc.duplicate-keys",
    fromSubject,
    ({ text }) => (hasTwins(text) ? "an object of the agent has a key twice" : undefined),
    "no object of the agent has a key twice",
  ),
];

/** The kinds of session update of each version, out of its schema. */
const OF_TWO: ReadonlySet<string> = new Set(kindsIn(shapes["SessionUpdate"]));
const OF_ONE: ReadonlySet<string> = new Set(kindsIn(shapesOfOne["SessionUpdate"]));

function kindsIn(node: unknown, isKind = false): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) =>
    isKind && key === "values" && Array.isArray(inner)
      ? inner.map(String)
      : kindsIn(inner, isKind || key === "sessionUpdate"),
  );
}

/** The updates whose kind is one of version 2 and none of version 1. */
export function updatesOfTwo(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(({ kind }) => OF_TWO.has(kind) && !OF_ONE.has(kind));
}

function updatesUnderOne(
  transcript: Transcript,
  protocol: Protocol,
): { kind: string; frame: Frame; isOfTwo: boolean }[] {
  const isOne = resultsOf(transcript, "initialize").some(({ result }) => result["protocolVersion"] === 1);
  if (!isOne) return [];
  return updatesIn(transcript).map(({ kind, update, frame }) => {
    const isUnknown = protocol
      .judgeDefinition("SessionUpdate", update)
      .some(({ segments }) => segments[0] === "sessionUpdate");
    return { kind, frame, isOfTwo: isUnknown && OF_TWO.has(kind) };
  });
}

interface Offer {
  /** A name that can only be somebody's own: capabilities of the protocol are plain words. */
  readonly custom: string | undefined;
  readonly frames: readonly Frame[];
}

function capabilities(transcript: Transcript): Offer[] {
  return resultsOf(transcript, "initialize").flatMap(({ result, request, frame }) => {
    const offered = result["agentCapabilities"];
    if (!isJsonObject(offered)) return [];
    return [
      { custom: capabilityKeysIn(offered).find((key) => /[^A-Za-z0-9]/.test(key)), frames: [request, frame] },
    ];
  });
}

/** The names of all capabilities, but not what stands in `_meta`. */
export function capabilityKeysIn(value: Json): string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "_meta" ? [] : [key, ...capabilityKeysIn(inner)],
  );
}

function terminalLogins(
  transcript: Transcript,
  protocol: Protocol,
): { method: Json; frames: readonly Frame[] }[] {
  if (protocol.id !== "v1") return [];
  return resultsOf(transcript, "initialize").flatMap(({ result, request, frame }) =>
    items(result["authMethods"])
      .filter((method) => member(method, "type") === "terminal")
      .map((method) => ({ method, frames: [request, frame] })),
  );
}

/** Longer lines are content, and to read them exactly is slow. */
const LONGEST_READ = 100_000;

/** Does an object in this line have a key twice? */
export function hasTwins(text: string): boolean {
  const open: ExactJson[] = [];
  const root = text.length > LONGEST_READ ? undefined : parseExactJson(text);
  if (root !== undefined) open.push(root);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === "array") open.push(...value.items);
    if (value.type !== "object") continue;
    if (new Set(value.members.map(({ key }) => key)).size < value.members.length) return true;
    open.push(...value.members.map((each) => each.value));
  }
  return false;
}
