import { printActual, printPath, type SchemaViolation, valueAt } from "./schema-violation.js";

/** A compiled definition: says whether a value conforms, and leaves the errors on itself. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidatorError[] | null;
}

/** One error of a compiled definition; `schemaPath` begins with the definition's name. */
export interface ValidatorError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Deep wrongness repeats itself; what lies beyond this many violations tells nothing new. */
const MOST_VIOLATIONS = 100;

/** Judges a value by a definition; `root` is the name of the value's place in its frame. */
export function violationsOf(validator: Validator, value: unknown, root: string): readonly SchemaViolation[] {
  if (validator(value)) return [];
  const found = new Map<string, SchemaViolation>();
  for (const error of validator.errors ?? []) {
    // "if" only says that a branch failed; the branch has its own errors.
    if (error.keyword === "if") continue;
    const violation = toViolation(error, value, root);
    // A base object and an arm may both constrain a field: one report is enough.
    const key = `${violation.path} ${violation.rule}`;
    if (!found.has(key)) found.set(key, violation);
    if (found.size >= MOST_VIOLATIONS) break;
  }
  return [...found.values()];
}

function toViolation(error: ValidatorError, value: unknown, root: string): SchemaViolation {
  const place = readPointer(error.instancePath, value);
  const missing = error.params["missingProperty"];
  const segments = typeof missing === "string" ? [...place, missing] : place;
  return {
    path: printPath(root, segments),
    segments,
    rule: typeof error.params["rule"] === "string" ? error.params["rule"] : error.keyword,
    expected: printExpected(error),
    actual: printActual(valueAt(value, segments), segments),
    definition: error.schemaPath.split("/", 1)[0] ?? "",
  };
}

/** A JSON pointer (RFC 6901) as keys and indices; only the value tells `0` the key from 0 the index. */
function readPointer(pointer: string, value: unknown): readonly (string | number)[] {
  const segments: (string | number)[] = [];
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    segments.push(Array.isArray(valueAt(value, segments)) ? Number(key) : key);
  }
  return segments;
}

function printExpected({ keyword, params }: ValidatorError): string {
  switch (keyword) {
    case "required":
      return "a value";
    case "type":
      return [params["type"]].flat().join(" or ");
    case "enum":
      return printValues(params["allowedValues"]);
    case "const":
      return JSON.stringify(params["allowedValue"]);
    case "format":
      return `format ${params["format"]}`;
    case "minItems":
      return `${params["limit"]} items or more`;
    case "minLength":
      return `${params["limit"]} characters or more`;
    case "oneOf":
      return "one variant, not several at once";
    case "wireNumber":
      return printNumberRule(params["limits"]);
    default:
      return `what "${keyword}" asks for`;
  }
}

function printValues(values: unknown): string {
  const printed = Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
  return printed.length === 1 ? printed.join() : `one of ${printed.join(", ")}`;
}

function printNumberRule(limits: unknown): string {
  const { type, format, minimum, maximum }: { [name: string]: unknown } = Object(limits);
  return [
    type,
    ...(format === undefined ? [] : [`(${format})`]),
    ...(minimum === undefined ? [] : [`>= ${minimum}`]),
    ...(maximum === undefined ? [] : [`<= ${maximum}`]),
  ].join(" ");
}
