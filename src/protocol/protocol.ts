import { schemas } from "../../generated/schemas.js";
import { Fault } from "../fault.js";
import type { Direction } from "../wire/direction.js";
import { gather } from "./gather.js";
import { judgeLeniently, type LenientVerdict } from "./leniency.js";
import { isSentIn, type Method } from "./method.js";
import type { Shapes } from "./object-fields.js";
import { findReservedValues } from "./reserved-values.js";
import type { SchemaId } from "./schema-id.js";
import { printPath, type SchemaViolation } from "./schema-violation.js";
import { findUnknownFields } from "./unknown-fields.js";
import { type Validator, violationsOf } from "./validator.js";

/** The part of a message that a definition describes. */
export type Part = "request" | "notification" | "result" | "error";

/** The definition of a response's `error` member, the same for all methods. */
const ERROR_DEFINITION = "Error";

const ROOTS = { request: "params", notification: "params", result: "result", error: "error" } as const;

/** The tables of one schema, as generated. */
export interface ProtocolTables {
  readonly methods: readonly Method[];
  readonly shapes: Shapes;
  readonly validators: Readonly<Record<string, Validator>>;
}

/**
 * One protocol schema, ready to judge values. Validation goes by method: the schema's own root accepts nearly every
 * object, because its extension variants do.
 */
export class Protocol {
  readonly id: SchemaId;
  /** The SHA-256 of the schema file. */
  readonly sha256: string;
  readonly definitionCount: number;
  readonly methods: readonly Method[];
  readonly #tables: ProtocolTables;

  constructor(id: SchemaId, tables: ProtocolTables) {
    this.id = id;
    this.sha256 = schemas[id].sha256;
    this.definitionCount = Object.keys(tables.shapes).length;
    this.methods = tables.methods;
    this.#tables = tables;
  }

  /**
   * The method of that name whose messages travel in this direction (`$/…` travel in both), or undefined: then it is
   * an extension, unknown, or sent by the wrong side.
   */
  method(name: string, direction: Direction): Method | undefined {
    return this.methods.find((method) => method.name === name && isSentIn(method, direction));
  }

  /**
   * Judges `params`, `result` or `error` of a message. `direction` is the way of the request or notification that names
   * the method, also for a result. A method that `method()` does not find has no definition and so no violation.
   */
  judge(part: Part, method: string, direction: Direction, value: unknown): readonly SchemaViolation[] {
    const row = this.method(method, direction);
    const definition = definitionOf(part, row);
    if (definition === undefined) return [];
    // Params may be left out (JSON-RPC 2.0, section 4.2): then every field is absent.
    const judged = value === undefined && ROOTS[part] === "params" ? {} : value;
    const wrongKind = row === undefined ? [] : kindViolation(part, row);
    return [...wrongKind, ...this.judgeDefinition(definition, judged, ROOTS[part])];
  }

  /** Judges a value by a definition; `root` begins the paths of its violations. */
  judgeDefinition(definition: string, value: unknown, root: string = "value"): readonly SchemaViolation[] {
    const validator = this.#tables.validators[definition];
    if (validator === undefined) {
      throw new Fault("harness", `Cannot judge by ${definition}: schema ${this.id} does not define it`);
    }
    return violationsOf(validator, value, root);
  }

  /** Fields that the schema does not name, where it names all: custom data belongs in `_meta`. */
  unknownFields(
    part: Part,
    method: string,
    direction: Direction,
    value: unknown,
  ): readonly SchemaViolation[] {
    return this.#found(findUnknownFields, part, method, direction, value);
  }

  /** Values of open enums and unions that the schema keeps for later versions. */
  reservedValues(
    part: Part,
    method: string,
    direction: Direction,
    value: unknown,
  ): readonly SchemaViolation[] {
    return this.#found(findReservedValues, part, method, direction, value);
  }

  #found(
    find: typeof findUnknownFields,
    part: Part,
    method: string,
    direction: Direction,
    value: unknown,
  ): readonly SchemaViolation[] {
    const definition = definitionOf(part, this.method(method, direction));
    return definition === undefined ? [] : find(definition, value, this.#tables.shapes, ROOTS[part]);
  }

  /** Every part of a value that has this definition, which is one of a scalar. */
  partsOf(
    wanted: string,
    part: Part,
    method: string,
    direction: Direction,
    value: unknown,
  ): readonly { readonly path: string; readonly value: unknown }[] {
    const definition = definitionOf(part, this.method(method, direction));
    if (definition === undefined) return [];
    return gather(definition, value, this.#tables.shapes, (place) =>
      place.definition === wanted
        ? [{ path: printPath(ROOTS[part], place.segments), value: place.value }]
        : [],
    );
  }

  /** What the reference readers would do with a value that `judge` finds wrong: go on and lose data, or refuse. */
  losesData(part: Part, method: string, direction: Direction, value: unknown): LenientVerdict {
    const definition = definitionOf(part, this.method(method, direction));
    const violations = this.judge(part, method, direction, value);
    return definition === undefined
      ? { lost: [], refused: [] }
      : judgeLeniently(definition, value, violations, this.#tables.shapes);
  }
}

function definitionOf(part: Part, method: Method | undefined): string | undefined {
  if (part === "error") return ERROR_DEFINITION;
  return part === "result" ? method?.result : method?.params;
}

/** A method has one kind; an id makes a request of a notification, and its absence the reverse. */
function kindViolation(part: Part, method: Method): readonly SchemaViolation[] {
  if (part === method.kind || part === "result" || part === "error") return [];
  const named = { request: "a request with an id", notification: "a notification without an id" } as const;
  return [
    {
      path: "id",
      segments: [],
      rule: "kind",
      expected: named[method.kind],
      actual: named[part],
      definition: method.params,
    },
  ];
}
