/**
 * What a change means for those who speak the older schema. `breaking`: a frame that was fine may be refused, or
 * something is gone. `additive`: what was fine stays fine. `text`: nothing changes on the wire.
 */
export type Severity = "breaking" | "additive" | "text";

/** Every kind of change. */
export type ChangeKind =
  | "method-removed"
  | "method-added"
  | "method-changed"
  | "definition-removed"
  | "definition-added"
  | "required-added"
  | "required-dropped"
  | "property-removed"
  | "property-added"
  | "type-changed"
  | "type-narrowed"
  | "type-widened"
  | "enum-member-removed"
  | "enum-member-added"
  | "union-arm-removed"
  | "union-arm-added"
  | "leniency-removed"
  | "leniency-added"
  | "bound-tightened"
  | "bound-loosened"
  | "format-changed"
  | "default-changed"
  | "reference-changed"
  | "keyword-changed"
  | "text-changed";

/** Every kind of change with its usual severity, in the order in which changes are listed. */
const KINDS: Readonly<Record<ChangeKind, Severity>> = {
  "method-removed": "breaking",
  "method-added": "additive",
  "method-changed": "breaking",
  "definition-removed": "breaking",
  "definition-added": "additive",
  "required-added": "breaking",
  "required-dropped": "additive",
  "property-removed": "breaking",
  "property-added": "additive",
  "type-changed": "breaking",
  "type-narrowed": "breaking",
  "type-widened": "additive",
  "enum-member-removed": "breaking",
  "enum-member-added": "additive",
  "union-arm-removed": "breaking",
  "union-arm-added": "additive",
  "leniency-removed": "breaking",
  "leniency-added": "additive",
  "bound-tightened": "breaking",
  "bound-loosened": "additive",
  "format-changed": "breaking",
  "default-changed": "breaking",
  "reference-changed": "text",
  "keyword-changed": "breaking",
  "text-changed": "text",
};

/** One difference between two schemas. */
export interface Change {
  readonly kind: ChangeKind;
  readonly severity: Severity;
  /** The method, or the definition and the way into it: `.property`, `[]` items, `|arm`, `=member`. */
  readonly path: string;
  /** The difference in one line, for people. */
  readonly detail: string;
  /** The value before, where the change is one of a value. */
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Values {
  readonly severity?: Severity;
  readonly before?: unknown;
  readonly after?: unknown;
}

const SEVERITIES: readonly Severity[] = ["breaking", "additive", "text"];

const KIND_ORDER: readonly string[] = Object.keys(KINDS);

/** Makes a change; without a severity it has the usual one of its kind. */
export function change(kind: ChangeKind, path: string, detail: string, values: Values = {}): Change {
  return { kind, path, detail, severity: KINDS[kind], ...values };
}

/** The severity of several changes together: that of the gravest one. */
export function gravest(changes: readonly Change[]): Severity | undefined {
  return SEVERITIES.find((severity) => changes.some((one) => one.severity === severity));
}

/** How many changes there are of each severity, as `2 breaking, 1 text`. */
export function countSeverities(changes: readonly Change[]): string {
  return SEVERITIES.map((severity) => [changes.filter((one) => one.severity === severity).length, severity])
    .filter(([count]) => count !== 0)
    .map(([count, severity]) => `${count} ${severity}`)
    .join(", ");
}

/** Gravest first, then by kind, then by path in code unit order: the same two schemas always give the same list. */
export function inOrder(changes: readonly Change[]): readonly Change[] {
  const rank = ({ severity, kind }: Change): number =>
    SEVERITIES.indexOf(severity) * KIND_ORDER.length + KIND_ORDER.indexOf(kind);
  const text = ({ path, detail }: Change): string => `${path}\0${detail}`;
  return [...changes].sort((left, right) => rank(left) - rank(right) || (text(left) < text(right) ? -1 : 1));
}
