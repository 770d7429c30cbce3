/** Where a value broke its schema, in words that one line can hold. */
export interface SchemaViolation {
  /** The place in the frame, such as `params.prompt[0].type`. */
  readonly path: string;
  /** The same place as keys and indices, without the root. */
  readonly segments: readonly (string | number)[];
  /** The JSON Schema keyword that failed, `kind`, or `unknown-field`. */
  readonly rule: string;
  readonly expected: string;
  readonly actual: string;
  /** The definition that sets the rule. */
  readonly definition: string;
}

/** The violation as one line. */
export function printViolation({ path, rule, expected, actual, definition }: SchemaViolation): string {
  return `${path}: expected ${expected}, found ${actual} (${definition}, ${rule})`;
}

/** A place as people write it: `params.prompt[0]["odd key"]`. */
export function printPath(root: string, segments: readonly (string | number)[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === "number") return `${path}[${segment}]`;
    return /^[A-Za-z_$][\w$]*$/.test(segment) ? `${path}.${segment}` : `${path}[${JSON.stringify(segment)}]`;
  }, root);
}

/** The value at a place, or undefined where there is none. */
export function valueAt(value: unknown, segments: readonly (string | number)[]): unknown {
  return segments.reduce<unknown>(
    (inner, segment) => (isContainer(inner) ? inner[segment] : undefined),
    value,
  );
}

/** The members below which an MCP server's secrets live; reports name their type only. */
const SECRET_SEGMENTS: ReadonlySet<string | number> = new Set(["mcpServers", "env", "headers"]);
const LONGEST_TEXT = 60;

/** What was found, short and without secrets: containers by their type, texts cut. */
export function printActual(value: unknown, segments: readonly (string | number)[]): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value))
    return value.length === 1 ? "an array of 1 item" : `an array of ${value.length} items`;
  if (typeof value === "object" && value !== null) return "an object";
  if (segments.some((segment) => SECRET_SEGMENTS.has(segment)))
    return value === null ? "null" : `a ${typeof value}`;
  if (typeof value !== "string") return String(value);
  return value.length <= LONGEST_TEXT
    ? JSON.stringify(value)
    : `${JSON.stringify(value.slice(0, LONGEST_TEXT))}… (${value.length} characters)`;
}

function isContainer(value: unknown): value is { readonly [key: string | number]: unknown } {
  return typeof value === "object" && value !== null;
}
