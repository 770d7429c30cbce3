import fc, { type Arbitrary } from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../../wire/message.js";
import type { Grammar } from "../../traffic/lines.js";
import type { AgentCommand } from "./command.js";

type Update = Extract<AgentCommand, { do: "update" }>;

/** Says a word: as plain as an update can be. */
export const SAYS: Update = {
  do: "update",
  name: "agent_message_chunk",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "ready" } },
};

/** What no schema of today has, and a client reads past (docs/protocol/v1/extensibility.mdx). */
export const FUTURE_KIND: Update = named({ sessionUpdate: "acp_assay_future", detail: { list: [1, null] } });

const CUSTOM_KIND: Update = named({ sessionUpdate: "_acp-assay.example/custom" });

const FUTURE: readonly Update[] = [
  FUTURE_KIND,
  CUSTOM_KIND,
  named({ ...SAYS.update, acpAssayFuture: { list: [] }, _meta: { "acp-assay.example/n": [1, {}] } }),
];

/** Updates of all kinds, as the schema describes them, and of kinds that it does not. */
export function updates({ frames }: Grammar): Arbitrary<Update> {
  const source = frames.find(({ method, part }) => method === "session/update" && part === "notification");
  const known = source?.valid
    // What a command keeps is read back as JSON numbers, which cannot hold more digits.
    .filter(({ text }) => !/\d{16}/.test(text))
    .map(({ text }) => named(updateIn(text)));
  const future = fc.constantFrom(...FUTURE);
  return known === undefined
    ? future
    : fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: future });
}

/** One update of each thing that the schema lets an update have, always the same ones. */
export function sampleUpdates({ frames }: Grammar): Update[] {
  const source = frames.find(({ method, part }) => method === "session/update" && part === "notification");
  const texts = source?.samples().map(({ text }) => text) ?? [];
  const known = texts.filter((text) => !/\d{16}/.test(text)).map((text) => named(updateIn(text)));
  const written = known.map((one) => JSON.stringify(one));
  return [...known.filter((_, place) => written.indexOf(written[place] ?? "") === place), ...FUTURE];
}

/** Is this an update of a kind that no schema of today has? */
export function isFuture({ name }: Update): boolean {
  return name === FUTURE_KIND.name || name === CUSTOM_KIND.name;
}

/** Plainer forms of an update, valid where it is: a word, then itself with one member less. */
export function plainerUpdates({ update }: Update, isValid: (update: JsonObject) => boolean): Update[] {
  if (JSON.stringify(update) === JSON.stringify(SAYS.update)) return [];
  const isSound = isValid(update);
  const lesser = Object.keys(update)
    .filter((key) => key !== "sessionUpdate")
    .map((key) => Object.fromEntries(Object.entries(update).filter(([name]) => name !== key)));
  return [SAYS, ...lesser.filter((one) => !isSound || isValid(one)).map(named)];
}

function updateIn(text: string): JsonObject {
  const value: Json = JSON.parse(text);
  const params = isJsonObject(value) ? value["params"] : undefined;
  const update = isJsonObject(params) ? params["update"] : undefined;
  return isJsonObject(update) ? update : SAYS.update;
}

function named(update: JsonObject): Update {
  const kind = update["sessionUpdate"];
  return { do: "update", name: typeof kind === "string" ? kind.slice(0, 40) : "without a kind", update };
}
