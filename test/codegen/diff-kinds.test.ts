import fc from "fast-check";
import { test } from "tap";
import type { ChangeKind } from "../../src/codegen/diff/change.js";
import { diffText } from "../../src/codegen/diff/diff-text.js";
import { diffSchemas } from "../../src/codegen/diff/schema-diff.js";
import type { JsonSchema, SchemaDocument } from "../../src/codegen/json-schema.js";
import { readVendoredSchemas } from "../../src/codegen/vendored.js";
import { root } from "../root.js";
import { CASES, object, ref, text } from "./diff-cases.js";

const documentOf = ($defs: SchemaDocument["$defs"]): SchemaDocument => ({
  $schema: "x",
  title: "Small",
  anyOf: [],
  $defs,
});

const OTHERS: SchemaDocument["$defs"] = {
  Text: { type: "string" },
  Twin: { type: "string" },
  Size: { type: "integer", minimum: 0 },
  MaybeText: { type: ["string", "null"] },
  Payload: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
};

const rowsOf = (before: JsonSchema, after: JsonSchema): readonly string[] =>
  diffSchemas(documentOf({ ...OTHERS, A: before }), documentOf({ ...OTHERS, A: after })).changes.map(
    ({ severity, kind, path }) => `${severity} ${kind} ${path}`,
  );

test("diffSchemas() classifies", async (t) => {
  for (const [name, before, after, rows] of CASES) t.same(rowsOf(before, after), rows, name);

  t.test("methods by their annotations", async (t) => {
    const method = (side: string): JsonSchema => ({ ...object(), "x-method": "ping", "x-side": side });
    const kinds = (before: SchemaDocument["$defs"], after: SchemaDocument["$defs"]): readonly ChangeKind[] =>
      diffSchemas(documentOf(before), documentOf(after)).changes.map(({ kind }) => kind);

    t.same(kinds({}, { PingNotification: method("agent") }), ["method-added", "definition-added"]);
    t.same(kinds({ PingNotification: method("agent") }, {}), ["method-removed", "definition-removed"]);
    t.same(kinds({ PingNotification: method("agent") }, { PingNotification: method("client") }), [
      "method-changed",
    ]);
  });
});

test("a cycle of definitions ends", async (t) => {
  const list = (next: string): JsonSchema => ({ ...object({ next: ref(next) }) });
  const before = documentOf({ A: list("B"), B: list("A") });
  const after = documentOf({ A: list("C"), C: { ...list("A"), required: ["next"] } });

  t.equal(diffSchemas(before, after).severity, "breaking");
});

test("diffText() writes one line per change and the verdict", async (t) => {
  const diff = diffSchemas(
    documentOf({ A: object(), B: text }),
    documentOf({ A: object({ f: text }, "f"), C: text }),
  );

  t.equal(
    diffText(diff, "old", "new"),
    `breaking  definition removed  B
breaking  required added      A.f  new and required
additive  definition added    C

old → new: breaking (1 definitions added and 1 removed, 0 methods added and 0 removed, 2 breaking, 1 additive)
`,
  );
});

const seed = Number(process.env["FC_SEED"] ?? 7);
const schemas = await readVendoredSchemas(root);
const nodes = schemas.flatMap(({ document }) => Object.values(document.$defs));

test(`no change to a definition passes unseen (seed ${seed})`, async (t) => {
  const isSeen = (node: JsonSchema, choose: number): boolean => {
    const changed = structuredClone(node);
    const places = placesIn(changed);
    const place = places[choose % places.length];
    if (place === undefined) return true;
    delete place.holder[place.key];
    return rowsOf(node, changed).length > 0 && rowsOf(changed, node).length > 0;
  };
  const property = fc.property(fc.constantFrom(...nodes), fc.nat(), isSeen);

  t.notOk(fc.check(property, { seed, numRuns: 300 }).counterexample);
});

test("the order of keys and of required names is no change", async (t) => {
  for (const { id, document } of schemas)
    t.equal(diffSchemas(document, reverse(document)).severity, "none", id);
});

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Every key of every object in a node, except what the method table tells. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  // Arrays are left whole; only their objects are entered.
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((key) => !/^x-(method|side)$/.test(key));
  const holder = value as Record<string, unknown>;
  return [...own.map((key) => ({ holder, key })), ...Object.values(value).flatMap(placesIn)];
}

function reverse<Value>(value: Value): Value {
  const text = JSON.stringify(value, (key, member) => {
    if (key === "required" && Array.isArray(member)) return [...member].reverse();
    const isRecord = typeof member === "object" && member !== null && !Array.isArray(member);
    return isRecord ? Object.fromEntries(Object.entries(member).reverse()) : member;
  });
  return JSON.parse(text);
}
