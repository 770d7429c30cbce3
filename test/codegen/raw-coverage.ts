import type { FrameTopic } from "../../generated/arbitrary/frame-source.js";
import type { JsonSchema } from "../../src/codegen/json-schema.js";
import type { RawSchema } from "./raw-schema.js";

/** Kinds of places in a schema file that a value can make use of. */
export const PLACE_KINDS = ["definition", "arm", "member", "optional"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

type Visit = (kind: PlaceKind, place: string) => void;

/** Which places of the vendor's file the values seen have used; walks the file itself, not the generator's model. */
export class RawCoverage {
  readonly #schema: RawSchema;
  readonly #all: ReadonlyMap<string, PlaceKind>;
  readonly #seen = new Set<string>();

  constructor(schema: RawSchema) {
    this.#schema = schema;
    const all = new Map<string, PlaceKind>();
    for (const [name, node] of Object.entries(schema.document.$defs)) {
      all.set(`/$defs/${name}`, "definition");
      walkNode(node, `/$defs/${name}`, (kind, place) => all.set(place, kind));
    }
    this.#all = all;
  }

  /** Notes what a frame uses, in the envelope of its sender and in the definition of its method. */
  see(topic: FrameTopic, value: { readonly [name: string]: unknown }): void {
    const sender = topic.direction === "c2a" ? "Client" : "Agent";
    const isAnswer = topic.part === "result" || topic.part === "error";
    const envelope = `${sender}${isAnswer ? "Response" : topic.part === "request" ? "Request" : "Notification"}`;
    this.#visit({ $ref: `#/$defs/${envelope}` }, "", value);
    const name = this.#schema.definitionOf(topic);
    const definition = this.#schema.document.$defs[name ?? ""];
    if (definition === undefined) return;
    this.#seen.add(`/$defs/${name}`);
    this.#visit(definition, `/$defs/${name}`, value[isAnswer ? topic.part : "params"]);
  }

  /** How many places of a kind there are and have been used. */
  count(kind: PlaceKind): { readonly seen: number; readonly all: number } {
    const all = [...this.#all].filter(([, other]) => other === kind);
    return { seen: all.filter(([place]) => this.#seen.has(place)).length, all: all.length };
  }

  /** Places that nothing has used. */
  missing(): readonly string[] {
    return [...this.#all.keys()].filter((place) => !this.#seen.has(place));
  }

  #visit(node: JsonSchema, pointer: string, value: unknown): void {
    if (node.$ref !== undefined) {
      const target = node.$ref.slice(1);
      const definition = this.#schema.document.$defs[target.slice("/$defs/".length)];
      this.#seen.add(target);
      // An envelope's arms take nearly anything, so that it cannot tell which method's definition a value is.
      if (definition?.["x-method"] === undefined) this.#visit(definition ?? {}, target, value);
    }
    for (const [index, part] of node.allOf?.entries() ?? [])
      this.#visit(part, `${pointer}/allOf/${index}`, value);
    for (const [keyword, arms] of armLists(node)) {
      arms.forEach((arm, index) => {
        const at = `${pointer}/${keyword}/${index}`;
        if (contradicts(arm, value) || !this.#schema.allows(at, value)) return;
        this.#seen.add(at);
        this.#visit(arm, at, value);
      });
    }
    if (Array.isArray(value)) {
      for (const item of value) this.#visit(node.items ?? {}, `${pointer}/items`, item);
    } else if (typeof value === "object" && value !== null) this.#visitMembers(node, pointer, value);
  }

  #visitMembers(node: JsonSchema, pointer: string, value: object): void {
    for (const [name, member] of Object.entries(value)) {
      const property = node.properties?.[name];
      const at = `${pointer}/properties/${name}`;
      if (property !== undefined) {
        this.#seen.add(at);
        this.#visit(property, at, member);
      } else if (typeof node.additionalProperties === "object") {
        this.#visit(node.additionalProperties, `${pointer}/additionalProperties`, member);
      }
    }
  }
}

/** A wrong constant or tag is seen without asking ajv, which takes most of the time. */
function contradicts(arm: JsonSchema, value: unknown): boolean {
  if (arm.const !== undefined) return arm.const !== value;
  if (arm.properties === undefined) return false;
  return Object.entries(arm.properties).some(
    ([name, { const: constant }]) => constant !== undefined && Object(value)[name] !== constant,
  );
}

function armLists(node: JsonSchema): readonly (readonly [string, readonly JsonSchema[]])[] {
  return [
    ["anyOf", node.anyOf ?? []],
    ["oneOf", node.oneOf ?? []],
  ];
}

function walkNode(node: JsonSchema, pointer: string, visit: Visit): void {
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const at = `${pointer}/properties/${name}`;
    if (!node.required?.includes(name)) visit("optional", at);
    walkNode(property, at, visit);
  }
  for (const [keyword, arms] of armLists(node)) {
    arms.forEach((arm, index) => {
      const at = `${pointer}/${keyword}/${index}`;
      visit(arm.const === undefined ? "arm" : "member", at);
      walkNode(arm, at, visit);
    });
  }
  for (const [index, part] of node.allOf?.entries() ?? []) walkNode(part, `${pointer}/allOf/${index}`, visit);
  if (node.items !== undefined) walkNode(node.items, `${pointer}/items`, visit);
  if (typeof node.additionalProperties === "object") {
    walkNode(node.additionalProperties, `${pointer}/additionalProperties`, visit);
  }
}
