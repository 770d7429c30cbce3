import type { Arbitrary } from "fast-check";
import { Generator } from "./arbitrary.js";
import { conversationsOf } from "./conversations.js";
import type { FieldForm, Form, RecordForm } from "./form.js";
import {
  type Direction,
  FrameSource,
  type FrameTopic,
  type GeneratedFrame,
  type Generators,
  type Part,
} from "./frame-source.js";
import type { Json } from "./json.js";
import { FormReader, type Shapes } from "./read-form.js";
import { type Sample, samplesOf } from "./samples.js";
import { Shrinking } from "./shrinking.js";

/** One row of a schema's method table. */
export interface MethodRow {
  readonly name: string;
  readonly side: "agent" | "client" | "protocol";
  readonly kind: "request" | "notification";
  readonly params: string;
  readonly result?: string;
}

/** Names that the schema leaves to everybody (docs/protocol/v1/extensibility.mdx, "Extension Methods"). */
const EXTENSION_METHODS = ["_ping", "_example.com/do", "_", "_ключ/𝄞"];

const SENDERS = { c2a: "Client", a2c: "Agent" } as const;

/** All generators of one schema, made from its tables and nothing else. */
export class SchemaArbitraries {
  /** A source for every method, part and direction, then those of extension methods. */
  readonly frames: readonly FrameSource[];
  readonly #reader: FormReader;
  readonly #names: readonly string[];
  readonly #generators: Generators = {
    minimal: new Generator({ optional: "none", hasUnknownFields: false, integers: "all" }),
    mixed: new Generator({ optional: "some", hasUnknownFields: false, integers: "all" }),
    extended: new Generator({ optional: "some", hasUnknownFields: true, integers: "all" }),
    maximal: new Generator({ optional: "all", hasUnknownFields: false, integers: "all" }),
  };

  constructor(shapes: Shapes, methods: readonly MethodRow[]) {
    this.#reader = new FormReader(shapes);
    this.#names = Object.keys(shapes);
    const topics = [...methods.flatMap(topicsOf), ...extensionTopics()];
    this.frames = topics.map((topic) => new FrameSource(topic, this.#frameForm(topic), this.#generators));
  }

  /** Arbitraries of every definition's values; their integers are those that a double holds exactly. */
  values<Definitions extends object>(): {
    readonly [Name in keyof Definitions]: Arbitrary<Definitions[Name]>;
  } {
    const generator = new Generator({ optional: "some", hasUnknownFields: false, integers: "safe" });
    const valuesOf = (name: string): Arbitrary<Json> => {
      const form = this.#reader.definition(name);
      return new Shrinking(form, generator.valuesOf(form));
    };
    const lazily = this.#names.map((name): [string, PropertyDescriptor] => [
      name,
      { enumerable: true, get: () => valuesOf(name) },
    ]);
    // Types and shapes were written from the same definitions; no type can follow that.
    return Object.defineProperties({}, Object.fromEntries(lazily)) as {
      readonly [Name in keyof Definitions]: Arbitrary<Definitions[Name]>;
    };
  }

  /** Whole conversations in which every identifier refers to something. */
  conversations(protocolVersion: number): Arbitrary<readonly GeneratedFrame[]> {
    return conversationsOf(this.frames, protocolVersion);
  }

  /** The coverage set of one definition's values. */
  samples(definition: string): readonly Sample[] {
    return samplesOf(this.#reader.definition(definition));
  }

  #frameForm(topic: FrameTopic): Form {
    const { part, direction } = topic;
    const version: Form = { kind: "members", values: ["2.0"] };
    const id = part === "notification" ? undefined : this.#idField(part, direction);
    const names = topic.isExtension ? EXTENSION_METHODS : [topic.method];
    const body = topic.isExtension ? extensionBody(part) : this.#reader.definition(topic.definition);
    const isAnswer = part === "result" || part === "error";
    const fields: readonly (readonly [string, Form | undefined])[] = [
      ["jsonrpc", version],
      ["id", id],
      ["method", isAnswer ? undefined : { kind: "members", values: names }],
      [isAnswer ? part : "params", body],
    ];
    const present = fields.flatMap(([name, form]): (readonly [string, FieldForm])[] =>
      form === undefined ? [] : [[name, { form, isRequired: true }]],
    );
    return { kind: "record", fields: new Map(present) };
  }

  /** The id as the sender's envelope definition has it: an error's may be null where a result's may not. */
  #idField(part: Part, direction: Direction): Form {
    const name = `${SENDERS[direction]}${part === "request" ? "Request" : "Response"}`;
    const envelope = this.#reader.definition(name);
    const records = envelope.kind === "choice" ? envelope.options : [envelope];
    const isOfPart = ({ fields }: RecordForm): boolean => part === "request" || fields.has(part);
    const ids = records.flatMap((form) =>
      form.kind === "record" && isOfPart(form) ? (form.fields.get("id")?.form ?? []) : [],
    );
    const [id] = ids;
    if (id === undefined) throw new Error(`Cannot generate frames: ${name} has no id`);
    return id;
  }
}

function topicsOf({ name, side, kind, params, result }: MethodRow): readonly FrameTopic[] {
  const directions: readonly Direction[] =
    side === "protocol" ? ["c2a", "a2c"] : [side === "agent" ? "c2a" : "a2c"];
  return directions.flatMap((direction): readonly FrameTopic[] => {
    const shared = { method: name, isExtension: false };
    const answer = { ...shared, direction: opposite(direction) };
    return [
      { ...shared, part: kind, direction, definition: params },
      ...(result === undefined ? [] : [{ ...answer, part: "result", definition: result } as const]),
      ...(kind === "request" ? [{ ...answer, part: "error", definition: "Error" } as const] : []),
    ];
  });
}

function extensionTopics(): readonly FrameTopic[] {
  const [method = "_"] = EXTENSION_METHODS;
  const parts = [
    ["request", "ExtRequest"],
    ["result", "ExtResponse"],
    ["notification", "ExtNotification"],
  ] as const;
  return parts.flatMap(([part, definition]) =>
    (["c2a", "a2c"] as const).map((direction) => ({
      method,
      part,
      direction,
      definition,
      isExtension: true,
    })),
  );
}

/** Params are an object or an array (JSON-RPC 2.0, section 4.2); a result is anything. */
function extensionBody(part: Part): Form {
  const any: Form = { kind: "any" };
  if (part === "result") return any;
  const options: readonly Form[] = [
    { kind: "record", fields: new Map(), others: any },
    { kind: "list", items: any, minItems: 0 },
  ];
  return { kind: "choice", options, isExclusive: false, tags: [] };
}

function opposite(direction: Direction): Direction {
  return direction === "c2a" ? "a2c" : "c2a";
}
