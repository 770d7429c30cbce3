import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FrameTopic } from "../../generated/arbitrary/frame-source.js";
import type { JsonSchema, SchemaDocument } from "../../src/codegen/json-schema.js";
import { type ExactJson, parseExactJson } from "../../src/wire/exact-json.js";

const BITS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint16: [0n, 2n ** 16n],
  uint32: [0n, 2n ** 32n],
  uint64: [0n, 2n ** 64n],
  int32: [-(2n ** 31n), 2n ** 31n],
  int64: [-(2n ** 63n), 2n ** 63n],
};
const SUFFIXES = { request: "Request", notification: "Notification", result: "Response", error: "" } as const;

/**
 * The vendor's schema file as it stands, compiled by ajv and by nothing of the code generator. Formats are enforced,
 * those of integers on the digits as they travel.
 */
export class RawSchema {
  readonly document: SchemaDocument;
  readonly #ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    inlineRefs: false,
  });
  readonly #namesOf = new Map<string, readonly string[]>();
  readonly #frames = new Map<string, ValidateFunction>();
  #lexemes: ReadonlyMap<string, string> = new Map();

  constructor(document: SchemaDocument) {
    this.document = document;
    for (const [name, { "x-method": method }] of Object.entries(document.$defs)) {
      if (method !== undefined) this.#namesOf.set(method, [...(this.#namesOf.get(method) ?? []), name]);
    }
    this.#ajv.removeKeyword("format");
    this.#ajv.addKeyword({
      keyword: "format",
      validate: (format: string, value: unknown, _node: unknown, at?: { instancePath: string }): boolean =>
        isInFormat(format, value, this.#lexemes.get(at?.instancePath ?? "")),
    });
    this.#ajv.addSchema(document, "acp");
  }

  /** What is wrong with a frame: judged by its method's own definitions, because the root takes nearly anything. */
  errorsOf(topic: FrameTopic, text: string): readonly ErrorObject[] {
    const isValid = this.#frameSchema(topic);
    // Shorter numbers are exact as doubles.
    const exact = /\d{16}/.test(text) ? parseExactJson(text) : undefined;
    this.#lexemes = exact === undefined ? new Map() : lexemesOf(exact);
    isValid(JSON.parse(text));
    this.#lexemes = new Map();
    return isValid.errors ?? [];
  }

  /** Does a part of the file, by its pointer, allow a value? */
  allows(pointer: string, value: unknown): boolean {
    return this.#ajv.getSchema(`acp#${pointer}`)?.(value) === true;
  }

  /** The definition of a method's part, by the vendor's annotations. */
  definitionOf({ method, part }: FrameTopic): string | undefined {
    if (part === "error") return "Error";
    const names = this.#namesOf.get(method) ?? [];
    return names.find((name) => name.endsWith(SUFFIXES[part]));
  }

  #frameSchema(topic: FrameTopic): ValidateFunction {
    const key = `${topic.part} ${topic.isExtension ? "_" : topic.method}`;
    const known = this.#frames.get(key) ?? this.#ajv.compile(this.#frameNode(topic));
    this.#frames.set(key, known);
    return known;
  }

  #frameNode(topic: FrameTopic): object {
    const { part, isExtension } = topic;
    // The schema says nothing about extensions; JSON-RPC (section 4.2) wants params to be an object or an array.
    const anyBody = part === "result" ? {} : { type: ["object", "array"] };
    const body = isExtension ? anyBody : { $ref: `acp#/$defs/${this.definitionOf(topic)}` };
    const method = isExtension ? { type: "string", pattern: "^_" } : { const: topic.method };
    const id = { $ref: `acp#${part === "error" ? this.#errorIdPointer() : "/$defs/RequestId"}` };
    const isAnswer = part === "result" || part === "error";
    const properties = {
      jsonrpc: { const: "2.0" },
      ...(part !== "notification" && { id }),
      ...(isAnswer ? { [part]: body } : { method, params: body }),
    };
    return { type: "object", properties, required: Object.keys(properties) };
  }

  #errorIdPointer(): string {
    const arms: readonly JsonSchema[] = this.document.$defs["AgentResponse"]?.anyOf ?? [];
    const index = arms.findIndex((arm) => arm.properties?.["error"] !== undefined);
    return `/$defs/AgentResponse/anyOf/${index}/properties/id`;
  }
}

function lexemesOf(value: ExactJson, path = "", found = new Map<string, string>()): Map<string, string> {
  if (value.type === "number") found.set(path, value.raw);
  if (value.type === "array") {
    for (const [index, item] of value.items.entries()) lexemesOf(item, `${path}/${index}`, found);
  }
  if (value.type === "object") {
    for (const { key, value: member } of value.members) {
      lexemesOf(member, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, found);
    }
  }
  return found;
}

function isInFormat(format: string, value: unknown, lexeme?: string): boolean {
  const range = BITS[format];
  if (range !== undefined && typeof value === "number") {
    const exact = lexeme !== undefined && /^-?\d+$/.test(lexeme) ? BigInt(lexeme) : BigInt(Math.trunc(value));
    return exact >= range[0] && exact < range[1];
  }
  const isOfNumbers = range !== undefined || format === "double";
  return isOfNumbers || typeof value !== "string" || isTextInFormat(format, value);
}

function isTextInFormat(format: string, text: string): boolean {
  if (format === "uri") return /^[a-z]/i.test(text) && /^[!-~]+$/.test(text) && URL.canParse(text);
  if (format === "date-time") {
    const day = /^(\d{4}-\d\d-\d\d)t\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i.exec(text)?.[1];
    const instant = Date.parse(text.toUpperCase().replace(":60", ":59"));
    return (
      day !== undefined &&
      !Number.isNaN(instant) &&
      new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) &&
      !/t24/i.test(text)
    );
  }
  if (format !== "regex") throw new Error(`unknown format ${format}`);
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
