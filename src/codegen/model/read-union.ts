import { armsOf, type JsonSchema } from "../json-schema.js";
import type { Arm, Shape, UnionShape } from "./shape.js";
import { unsupported } from "./unsupported.js";

type ReadShape = (node: JsonSchema, place: string) => Shape;

/**
 * Reads the arms of a union and finds its tag. Only v1 says `discriminator`, so the tag is inferred: the required
 * property that is a constant in at least one arm, a different one in each arm that has it.
 */
export function readUnion(node: JsonSchema, place: string, readShape: ReadShape): UnionShape {
  const nodes = armsOf(node);
  const tag = findTag(nodes);
  if (node.discriminator !== undefined && node.discriminator.propertyName !== tag) {
    throw unsupported(place, `discriminator "${node.discriminator.propertyName}" is not the tag "${tag}"`);
  }
  return {
    kind: "union",
    rule: node.oneOf === undefined ? "anyOf" : "oneOf",
    ...(tag !== undefined && { tag }),
    arms: nodes.map((arm, index) => readArm(arm, tag, `${place}|${arm.title ?? index}`, readShape)),
  };
}

function findTag(arms: readonly JsonSchema[]): string | undefined {
  const names = arms.flatMap((arm) =>
    Object.keys(arm.properties ?? {}).filter((name) => constantOf(arm, name) !== undefined),
  );
  return [...new Set(names)].find((name) => {
    const values = arms.flatMap((arm) => constantOf(arm, name) ?? []);
    return new Set(values).size === values.length;
  });
}

function constantOf(arm: JsonSchema, name: string): string | undefined {
  const value = arm.required?.includes(name) ? arm.properties?.[name]?.const : undefined;
  return typeof value === "string" ? value : undefined;
}

function readArm(node: JsonSchema, tag: string | undefined, place: string, readShape: ReadShape): Arm {
  const tagValue = tag === undefined ? undefined : constantOf(node, tag);
  const { title, description, not, ...rest } = node;
  return {
    ...(tagValue !== undefined && { tagValue }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    excludes: not === undefined ? [] : readExcludes(not, tag, place),
    shape: readShape(rest, place),
  };
}

/** A catch-all's `not` lists the known tag values, each as a small object schema. */
function readExcludes(not: JsonSchema, tag: string | undefined, place: string): readonly string[] {
  const values = armsOf(not).map((arm) => (tag === undefined ? undefined : constantOf(arm, tag)));
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length !== values.length) {
    throw unsupported(place, "not holds more than known tag values");
  }
  return known;
}
