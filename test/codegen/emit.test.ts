import { test } from "tap";
import { literal } from "../../src/codegen/emit/literal.js";
import { emitMethods } from "../../src/codegen/emit/methods.js";
import { emitShapes } from "../../src/codegen/emit/shapes.js";
import { emitTypes } from "../../src/codegen/emit/types.js";
import { readModel } from "../../src/codegen/model/read-model.js";

/** One method, a base with a tagged union, a shared payload and an open enum: what made numbered twins. */
const model = readModel({
  $schema: "x",
  title: "Small",
  anyOf: [],
  $defs: {
    Option: {
      description: "An option.\n\nMore about it.",
      type: "object",
      properties: {
        id: { type: "string" },
        kind: { allOf: [{ $ref: "#/$defs/Kind" }], description: "Its kind." },
      },
      required: ["id"],
      oneOf: [
        {
          title: "Request",
          type: "object",
          properties: { type: { type: "string", const: "a" } },
          required: ["type"],
          allOf: [{ $ref: "#/$defs/Payload" }],
        },
        { type: "object", properties: { type: { type: "string", const: "b" } }, required: ["type"] },
      ],
    },
    Kind: {
      anyOf: [
        { type: "string", const: "read" },
        { title: "other", type: "string" },
      ],
    },
    Payload: { type: "object", properties: { size: { type: "integer", format: "int64" } } },
    PingRequest: { type: "object", "x-method": "ping", "x-side": "agent" },
    PingResponse: { type: "object", "x-method": "ping", "x-side": "agent" },
  },
});

test("emitMethods() writes one row a method", async (t) => {
  t.equal(
    emitMethods(model),
    `/** Every method of this schema, by name; \`side\` is the side that handles it. */
export const methods = [
  { name: "ping", side: "agent", kind: "request", params: "PingRequest", result: "PingResponse" },
] as const;
`,
  );
});

test("emitTypes() writes one type a definition, with its own name", async (t) => {
  const text = await emitTypes(model);

  t.same([...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name).sort(), [
    "Definitions",
    "Kind",
    "Option",
    "Payload",
    "PingRequest",
    "PingResponse",
  ]);
  t.match(text, 'export type Kind = "read" | (string & {});');
  t.match(text, /export type Option = \{.*kind\?: Kind;\n\} & \(.*type: "a";\n\s+\} & Payload\)/s);
  t.match(text, "An option.");
  t.notMatch(text, "More about it");
});

test("emitShapes() leaves out prose and what is off", async (t) => {
  const text = emitShapes(model);

  t.match(text, 'id: { shape: { kind: "scalar", type: "string" }, isRequired: true }');
  t.match(text, 'size: { shape: { kind: "scalar", type: "integer", format: "int64" } }');
  t.notMatch(text, "Its kind");
  t.notMatch(text, "isOpen: false, includes");
});

test("literal() breaks what is too long and quotes only odd keys", async (t) => {
  t.equal(literal({ a: [1, "x"], "b-c": null }), '{ a: [1, "x"], "b-c": null }');
  t.equal(literal({ a: "x".repeat(150) }), `{\n  a: "${"x".repeat(150)}",\n}`);
});
