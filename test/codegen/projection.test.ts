import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "tap";
import { projectToStable } from "../../src/codegen/projection.js";
import { readVendoredSchemas } from "../../src/codegen/vendored.js";
import { root } from "../root.js";

/** The SHA-256 of the official stable v1.19.0 schema as canonical JSON (sorted keys, no spaces). */
const OFFICIAL_SHA256 = "05c2914f816cffda7a99d3e90b911d18df29174dd08b778f1a951e5eab396636";

const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8"));

const unstableSchema = async () =>
  readJson(createRequire(import.meta.url).resolve("sdk-1.2.1/schema/schema.json"));

/** JSON with sorted keys: the parts of a schema whose order means nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );

test("projectToStable()", async (t) => {
  const projected = projectToStable(await unstableSchema());

  t.test("makes the official 142 definitions out of SDK 1.2.1's 262", async (t) => {
    t.equal(Object.keys((await unstableSchema()).$defs).length, 262);
    t.equal(Object.keys(projected.$defs).length, 142);
    t.equal(createHash("sha256").update(canonical(projected)).digest("hex"), OFFICIAL_SHA256);
  });

  t.test("made the vendored file", async (t) => {
    const vendored = (await readVendoredSchemas(root)).find(({ id }) => id === "v1.19.0");

    t.same(vendored?.document, projected);
  });

  const reference = process.env["ACP_ASSAY_REFERENCE"];
  const skip = reference === undefined && "ACP_ASSAY_REFERENCE names no folder with acp-schema-v1.19.0.json";
  t.test("equals the official release file as JSON", { skip }, async (t) => {
    t.same(projected, await readJson(join(reference ?? "", "acp-schema-v1.19.0.json")));
  });

  t.test("changes nothing in a schema that is stable already", async (t) => {
    t.same(projectToStable(projected), projected);
  });
});

test("projectToStable() on a small schema", async (t) => {
  const node = (description: string, more: object = {}) => ({ description, ...more });
  const schema = {
    $schema: "x",
    title: "Small",
    anyOf: [{ $ref: "#/$defs/Root" }],
    $defs: {
      Root: {
        type: "object",
        properties: {
          kept: { type: "string" },
          marked: node("**UNSTABLE** soon", { type: "string" }),
          list: { type: "array", items: { $ref: "#/$defs/Marked" } },
          options: { default: { a: 1, b: 2 }, allOf: [{ $ref: "#/$defs/Options" }] },
          choice: { anyOf: [{ $ref: "#/$defs/Marked" }, { type: "string" }, { type: "boolean" }] },
        },
        required: ["kept", "marked"],
      },
      Options: { type: "object", properties: { a: { type: "integer" } } },
      Marked: node("**UNSTABLE**", { "x-method": "soon", $ref: "#/$defs/OnlyForMarked" }),
      SameMethod: { type: "object", "x-method": "soon" },
      OnlyForMarked: { type: "object" },
    },
  };

  const { $defs } = projectToStable(schema);

  t.same(
    Object.keys($defs),
    ["Root", "Options"],
    "drops marked definitions, their method's and unreachable ones",
  );
  t.same(
    Object.keys($defs["Root"]?.properties ?? {}),
    ["kept", "options", "choice"],
    "drops their properties",
  );
  t.same($defs["Root"]?.required, ["kept"], "drops them from required");
  t.same($defs["Root"]?.properties?.["options"]?.default, { a: 1 }, "trims defaults");
  t.same(
    $defs["Root"]?.properties?.["choice"]?.anyOf,
    [{ type: "string" }, { type: "boolean" }],
    "drops arms",
  );
});
