import { test } from "tap";
import type { JsonSchema, SchemaDocument } from "../../src/codegen/json-schema.js";
import { readModel } from "../../src/codegen/model/read-model.js";
import type { Shape } from "../../src/codegen/model/shape.js";

const document = (definitions: SchemaDocument["$defs"]): SchemaDocument => ({
  $schema: "x",
  title: "Small",
  anyOf: [],
  $defs: definitions,
});

const shapeOf = (node: JsonSchema): Shape | undefined =>
  readModel(document({ A: node })).definitions[0]?.shape;

const tagged = (value: string): JsonSchema => ({
  type: "object",
  properties: { type: { type: "string", const: value } },
  required: ["type"],
});

test("readModel() reads methods", async (t) => {
  const annotate = (method: string, side: string): JsonSchema => ({ "x-method": method, "x-side": side });

  t.test("by the suffix of their definitions, in any order", async (t) => {
    const { methods } = readModel(
      document({
        CancelRequestNotification: annotate("$/cancel_request", "protocol"),
        RequestPermissionResponse: annotate("session/request_permission", "client"),
        RequestPermissionRequest: annotate("session/request_permission", "client"),
      }),
    );

    t.same(methods, [
      {
        name: "$/cancel_request",
        side: "protocol",
        kind: "notification",
        params: "CancelRequestNotification",
      },
      {
        name: "session/request_permission",
        side: "client",
        kind: "request",
        params: "RequestPermissionRequest",
        result: "RequestPermissionResponse",
      },
    ]);
  });

  t.test("and refuses a request without a response, and an unknown side", async (t) => {
    t.throws(() => readModel(document({ ARequest: annotate("a", "agent") })), /neither request and response/);
    t.throws(() => readModel(document({ ANotification: annotate("a", "proxy") })), /side is proxy/);
  });
});

test("readModel() reads shapes", async (t) => {
  t.test("a union's tag without a discriminator, its catch-all and its payload", async (t) => {
    const payload = { ...tagged("text"), allOf: [{ $ref: "#/$defs/Text" }] };
    const other: JsonSchema = {
      title: "other",
      type: "object",
      properties: { type: { type: "string" } },
      required: ["type"],
      not: { anyOf: [tagged("text")] },
      additionalProperties: true,
    };

    t.match(shapeOf({ anyOf: [payload, other] }), {
      kind: "union",
      tag: "type",
      arms: [
        { tagValue: "text", shape: { kind: "object", includes: ["Text"] } },
        { title: "other", excludes: ["text"], shape: { kind: "object", isOpen: true } },
      ],
    });
  });

  t.test("closed and open enums", async (t) => {
    const constant: JsonSchema = { type: "string", const: "read" };

    t.match(shapeOf({ oneOf: [constant] }), { kind: "enum", values: ["read"], isOpen: false });
    t.match(shapeOf({ anyOf: [constant, { title: "other", type: "string" }] }), {
      kind: "enum",
      isOpen: true,
    });
  });

  t.test("nullables in both spellings", async (t) => {
    t.match(shapeOf({ type: ["string", "null"] }), {
      kind: "nullable",
      shape: { kind: "scalar", type: "string" },
    });
    t.match(shapeOf({ anyOf: [{ $ref: "#/$defs/B" }, { type: "null" }] }), {
      kind: "nullable",
      shape: { kind: "reference", name: "B" },
    });
  });

  t.test("properties that are named like keywords", async (t) => {
    const fields = { properties: { type: "object" }, required: { type: "array" }, const: { type: "string" } };

    t.same(
      Object.keys((shapeOf({ type: "object", properties: fields }) as { fields: object }).fields),
      Object.keys(fields),
    );
  });

  t.test("leniency annotations", async (t) => {
    const field: JsonSchema = {
      type: "array",
      "x-deserialize-default-on-error": true,
      "x-deserialize-skip-invalid-items": true,
    };

    t.match(shapeOf({ type: "object", properties: { list: field } }), {
      fields: { list: { leniency: ["default-on-error", "skip-invalid-items"] } },
    });
  });

  t.test("and refuses what it would have to ignore", async (t) => {
    t.throws(() => shapeOf({ pattern: "x" } as JsonSchema), /keyword "pattern" is unknown/);
    t.throws(() => shapeOf({ type: "object", additionalProperties: false }), /closed objects/);
    t.throws(() => shapeOf({ type: ["string", "integer", "null"] }), /only one type with null/);
    t.throws(
      () => shapeOf({ anyOf: [tagged("a")], discriminator: { propertyName: "kind" } }),
      /is not the tag/,
    );
  });
});
