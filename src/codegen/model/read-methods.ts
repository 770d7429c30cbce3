import type { JsonSchema, SchemaDocument } from "../json-schema.js";
import type { Method, Side } from "./shape.js";
import { unsupported } from "./unsupported.js";

type Annotated = readonly [name: string, node: JsonSchema];

/** The methods that the definitions are annotated with (`x-method`, `x-side`), sorted by name. */
export function readMethods(definitions: SchemaDocument["$defs"]): readonly Method[] {
  const groups = new Map<string, Annotated[]>();
  for (const [name, node] of Object.entries(definitions)) {
    const method = node["x-method"];
    if (method !== undefined) groups.set(method, [...(groups.get(method) ?? []), [name, node]]);
  }
  return [...groups]
    .map(([method, group]) => readMethod(method, group))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The name's suffix tells the part that a definition plays; groups come in any order. */
function readMethod(name: string, group: readonly Annotated[]): Method {
  const find = (suffix: string): string | undefined => group.find(([key]) => key.endsWith(suffix))?.[0];
  const [request, result, notification] = [find("Request"), find("Response"), find("Notification")];
  const sides = new Set(group.map(([, node]) => node["x-side"]));
  const [side] = sides;
  if (sides.size !== 1 || !isSide(side)) throw unsupported(name, `side is ${[...sides].join(", ")}`);
  if (notification !== undefined && group.length === 1) {
    return { name, side, kind: "notification", params: notification };
  }
  if (request !== undefined && result !== undefined && group.length === 2) {
    return { name, side, kind: "request", params: request, result };
  }
  throw unsupported(name, `neither request and response nor notification: ${group.map(([key]) => key)}`);
}

function isSide(side: string | undefined): side is Side {
  return side === "agent" || side === "client" || side === "protocol";
}
