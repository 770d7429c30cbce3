import fc from "fast-check";
import { test } from "tap";
import type { NearValidFrame } from "../../generated/arbitrary/frame-source.js";
import { frames, values } from "../../generated/v1/arbitraries.js";
import type { PromptRequest } from "../../generated/v1/types.js";
import { emitArbitraries } from "../../src/codegen/emit/arbitraries.js";
import { spell } from "../../src/codegen/verbatim/arbitrary/json.js";
import { SchemaArbitraries } from "../../src/codegen/verbatim/arbitrary/schema-arbitraries.js";
import type { Shape } from "../../src/codegen/verbatim/shape.js";

const text: Shape = { kind: "scalar", type: "string" };
const id: Shape = { kind: "union", rule: "anyOf", arms: [{ shape: { kind: "scalar", type: "integer" } }] };
/** The envelopes hold what every request and answer has. */
const request: Shape = { kind: "object", fields: { id: { shape: id, isRequired: true } } };

const response: Shape = {
  kind: "object",
  fields: { id: { shape: id }, result: { shape: text }, error: { shape: text } },
};

/** One method whose params are a tagged union over a base, with an open enum and a bounded integer. */
const small: Readonly<Record<string, Shape>> = {
  AgentRequest: request,
  ClientRequest: request,
  AgentResponse: response,
  ClientResponse: response,
  Error: { kind: "object", fields: { message: { shape: text, isRequired: true } } },
  Color: { kind: "enum", values: ["red"], isOpen: true, scalar: { kind: "scalar", type: "string" } },
  Size: { kind: "scalar", type: "integer", format: "uint32", minimum: 1 },
  PaintRequest: {
    kind: "object",
    fields: { color: { shape: { kind: "reference", name: "Color" } } },
    union: {
      kind: "union",
      rule: "oneOf",
      tag: "type",
      arms: [
        arm("dot", {}),
        arm("box", { size: { shape: { kind: "reference", name: "Size" }, isRequired: true } }),
      ],
    },
  },
  PaintResponse: { kind: "object", fields: {} },
};
const paint = {
  name: "paint",
  side: "agent",
  kind: "request",
  params: "PaintRequest",
  result: "PaintResponse",
} as const;

test("spell() keeps every digit, and escapes on demand", async (t) => {
  t.equal(
    spell({ a: [18446744073709551615n, -0, 1.5, null], b: true }),
    '{"a":[18446744073709551615,-0,1.5,null],"b":true}',
  );
  t.equal(spell({ é: '𝄞"' }, "ascii"), '{"\\u00e9":"\\ud834\\udd1e\\""}');
});

test("emitArbitraries() takes the protocol version from the schema's id", async (t) => {
  t.match(emitArbitraries("v1.19.0"), "arbitraries.conversations(1)");
  t.throws(() => emitArbitraries("next"), /does not begin with a protocol version/);
});

test("the coverage set holds the minimal value, each arm, member and optional field, and the maximal value", async (t) => {
  const samples = new SchemaArbitraries(small, [paint]).samples("PaintRequest");
  const printed = samples.map(({ value, about }) => `${about} ${spell(value)}`);

  for (const expected of [
    ' {"type":"dot"}',
    '.color {"type":"dot","color":"red"}',
    '.color: other-member {"type":"dot","color":"other-member"}',
    ': every field {"color":"other-member","type":"dot"}',
    ': arm 1 {"type":"box","size":1}',
    '.size: 4294967295 {"type":"box","size":4294967295}',
  ]) {
    t.ok(printed.includes(expected), expected);
  }
});

test("each near miss says what was changed, where, and whether it breaks the schema", async (t) => {
  const [source] = new SchemaArbitraries(small, [paint]).frames;
  const printed = source?.nearSamples().filter(isInParams).map(printChange) ?? [];

  t.same(printed.sort(), [
    "extra field params.extraField -> true: tolerated",
    "missing field params.type -> nothing: breaks",
    'unknown member params.color -> "red~": tolerated',
    'wrong tag params.type -> "box": breaks',
    'wrong tag params.type -> "dot~": breaks',
  ]);
});

test("a schema that the generator would have to guess at is refused", async (t) => {
  const values = (shapes: Readonly<Record<string, Shape>>) => new SchemaArbitraries(shapes, []).samples("A");
  const loop: Shape = { kind: "object", fields: { a: { shape: { kind: "reference", name: "A" } } } };

  t.throws(() => values({ ...small, A: loop }), /A: it contains itself/);
  t.throws(() => values({ ...small, A: { ...text, format: "color" } }), /format "color" is unknown/);
  t.throws(
    () => values({ ...small, A: { kind: "reference", name: "B" } }),
    /B: the schema does not define it/,
  );
});

test("values are typed, and their integers are numbers", async (t) => {
  const isTyped = ({ sessionId, prompt }: PromptRequest): boolean =>
    typeof sessionId === "string" && Array.isArray(prompt) && !JSON.stringify(prompt).includes("undefined");

  fc.assert(fc.property(values.PromptRequest, isTyped), { seed: 7 });
  t.equal(Object.keys(values).length, 178);
});

test("a counterexample shrinks to a short frame", async (t) => {
  const source = frames.find(({ method }) => method === "session/update");
  if (source === undefined) throw new Error("no session/update");
  const mentionsImage = fc.property(source.valid, (frame) => !frame.text.includes("image"));
  const { counterexample } = fc.check(mentionsImage, { seed: 7, numRuns: 1000 });

  const [{ text } = { text: "" }] = counterexample ?? [];

  t.match(text, "image");
  t.ok(text.length < 260, `${text.length} characters`);
});

test("what JSON Schema tolerates against all intent is among the near misses", async (t) => {
  const near = frames.flatMap((source) => source.nearSamples());
  const found = (verdict: string, kind: string, ending: RegExp) =>
    near.some(
      (frame) => frame.verdict === verdict && frame.change.kind === kind && ending.test(printChange(frame)),
    );

  t.ok(
    found("tolerated", "wrong tag", /mcpServers\.2\.type -> "http"/),
    "a stdio server that says it is http",
  );
  t.ok(
    found("tolerated", "wrong tag", /authMethods\.1\.type -> "terminal"/),
    "an agent's login that says terminal",
  );
  t.ok(found("tolerated", "two arms", /resource/), "a resource with text and blob");
  t.ok(found("tolerated", "empty text", /params\.sessionId/), "an empty session id");
  t.ok(found("breaks", "out of range", /params\.line -> 4294967296/), "a line beyond 32 bits");
  t.ok(found("breaks", "wrong type", /clientCapabilities -> null/), "no capabilities, said with null");
});

function arm(tagValue: string, fields: object) {
  const tag: Shape = {
    kind: "enum",
    values: [tagValue],
    isOpen: false,
    scalar: { kind: "scalar", type: "string" },
  };
  const shape: Shape = { kind: "object", fields: { type: { shape: tag, isRequired: true }, ...fields } };
  return { tagValue, shape };
}

function isInParams({ change: { kind, path } }: NearValidFrame): boolean {
  return path[0] === "params" && path.length > 1 && kind !== "wrong type";
}

function printChange({ change: { kind, path, value }, verdict }: NearValidFrame): string {
  return `${kind} ${path.join(".")} -> ${value === undefined ? "nothing" : spell(value)}: ${verdict}`;
}
