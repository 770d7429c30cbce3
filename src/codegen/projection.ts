import { armsOf, definitionName, type JsonSchema, referencesIn, type SchemaDocument } from "./json-schema.js";

type Definitions = SchemaDocument["$defs"];

/**
 * The stable part of a schema file that mixes stable and unstable definitions, as the SDK shipped it before 2.0.0.
 * The vendor marks the unstable ones in their descriptions; all that belongs to a marked one goes with it.
 */
export function projectToStable(schema: SchemaDocument): SchemaDocument {
  const dropped = unstableDefinitions(schema);
  const prune = (node: JsonSchema): JsonSchema => pruneNode(node, dropped);
  const kept = Object.entries(schema.$defs).filter(([name]) => !dropped.has(name));
  const pruned = Object.fromEntries(kept.map(([name, node]) => [name, prune(node)]));
  const withDefaults = Object.fromEntries(
    Object.entries(pruned).map(([name, node]) => [name, trimDefaults(node, pruned)]),
  );
  const anyOf = schema.anyOf.filter((arm) => !isUnstable(arm)).map(prune);
  return { ...schema, anyOf, $defs: reachable(anyOf, withDefaults) };
}

function isUnstable(node: JsonSchema): boolean {
  return node.description?.includes("UNSTABLE") ?? false;
}

/** Marked definitions, and every definition of a method that a marked definition or union arm belongs to. */
function unstableDefinitions({ anyOf, $defs }: SchemaDocument): ReadonlySet<string> {
  const marked = new Set(Object.keys($defs).filter((name) => isUnstable($defs[name] ?? {})));
  const markedArms = [...anyOf, ...Object.values($defs)].flatMap(unstableArms);
  const related = [...marked, ...markedArms.flatMap((arm) => [...referencesIn(arm)])];
  const methods = new Set(related.flatMap((name) => $defs[name]?.["x-method"] ?? []));
  const ofMethods = Object.keys($defs).filter((name) => methods.has($defs[name]?.["x-method"] ?? ""));
  return new Set([...marked, ...ofMethods]);
}

function unstableArms(node: JsonSchema): readonly JsonSchema[] {
  const nested = [...armsOf(node), ...Object.values(node.properties ?? {})].flatMap(unstableArms);
  return [...armsOf(node).filter(isUnstable), ...nested];
}

function pruneNode(node: JsonSchema, dropped: ReadonlySet<string>): JsonSchema {
  const keeps = (child: JsonSchema): boolean => !isUnstable(child) && !standsFor(child, dropped);
  const prune = (child: JsonSchema): JsonSchema => pruneNode(child, dropped);
  const arms = (list: readonly JsonSchema[]): readonly JsonSchema[] => list.filter(keeps).map(prune);
  const properties = Object.entries(node.properties ?? {}).filter(([, child]) => keeps(child));
  const names = new Set(properties.map(([name]) => name));
  return {
    ...node,
    ...(node.properties && {
      properties: Object.fromEntries(properties.map(([name, child]) => [name, prune(child)])),
    }),
    ...(node.required && {
      required: node.required.filter((name) => names.has(name) || node.properties?.[name] === undefined),
    }),
    ...(node.anyOf && { anyOf: arms(node.anyOf) }),
    ...(node.oneOf && { oneOf: arms(node.oneOf) }),
  };
}

/** Is this node nothing but (an array of, or a nullable) dropped definition? */
function standsFor(node: JsonSchema, dropped: ReadonlySet<string>): boolean {
  if (node.$ref !== undefined) return dropped.has(definitionName(node.$ref));
  if (node.items !== undefined) return standsFor(node.items, dropped);
  const whole = [...(node.allOf ?? []), ...(isNullable(node) ? armsOf(node) : [])];
  return whole.some((child) => standsFor(child, dropped));
}

function isNullable(node: JsonSchema): boolean {
  return armsOf(node).length === 2 && armsOf(node).some((arm) => arm.type === "null");
}

/** Leaves out of each `default` literal what the definition it stands for no longer has. */
function trimDefaults(node: JsonSchema, definitions: Definitions): JsonSchema {
  if (node.properties === undefined) return node;
  const trimmed = Object.entries(node.properties).map(([name, child]): [string, JsonSchema] => [
    name,
    "default" in child ? { ...child, default: trimValue(child.default, child, definitions) } : child,
  ]);
  return { ...node, properties: Object.fromEntries(trimmed) };
}

function trimValue(value: unknown, node: JsonSchema, definitions: Definitions): unknown {
  const reference = node.$ref ?? node.allOf?.[0]?.$ref;
  const properties = (reference ? definitions[definitionName(reference)] : node)?.properties;
  if (properties === undefined || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const property = properties[key];
      return property === undefined ? [] : [[key, trimValue(member, property, definitions)]];
    }),
  );
}

function reachable(roots: readonly JsonSchema[], definitions: Definitions): Definitions {
  const seen = new Set<string>();
  const waiting = roots.flatMap((root) => [...referencesIn(root)]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const node = definitions[name];
    if (node === undefined || seen.has(name)) continue;
    seen.add(name);
    waiting.push(...referencesIn(node));
  }
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => seen.has(name)));
}
