import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { test } from "tap";
import { STRING_FORMATS } from "../../src/codegen/runtime/string-format.js";
import { brokenNumberRule, NUMBER_FORMATS } from "../../src/codegen/runtime/wire-number.js";
import { readVendoredSchemas, type VendoredSchema } from "../../src/codegen/vendored.js";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import type { Shapes } from "../../src/protocol/object-fields.js";
import { isSchemaId } from "../../src/protocol/schema-id.js";
import { root } from "../root.js";
import { arbitraryValue } from "./arbitrary-value.js";

const seed = Number(process.env["FC_SEED"] ?? 7);
const RUNS_PER_DEFINITION = 40;

/** The vendor's file as it stands, compiled by ajv without any of our spelling. */
const vendorAjv = (schema: VendoredSchema): Ajv2020 => {
  const numbers = [...NUMBER_FORMATS].map((format) => [
    format,
    {
      type: "number" as const,
      validate: (n: number) => brokenNumberRule(n, { type: "number", format }) === undefined,
    },
  ]);
  const formats = { ...STRING_FORMATS, ...Object.fromEntries(numbers) };
  return new Ajv2020({ strict: false, validateSchema: false, formats }).addSchema(schema.document, "acp");
};

for (const schema of await readVendoredSchemas(root)) {
  const { id } = schema;
  if (!isSchemaId(id)) throw new Error(`${id} is no schema id`);
  const protocol = await loadProtocol(id);
  const { shapes }: { shapes: Shapes } = await import(
    new URL(`../../generated/${id}/shapes.js`, import.meta.url).href
  );
  const known = new Map<string, fc.Arbitrary<unknown>>();
  const vendor = vendorAjv(schema);
  const verdicts = { valid: 0, invalid: 0 };

  test(`the validators of ${id} agree with the vendor's schema on every definition`, async (t) => {
    for (const name of Object.keys(shapes)) {
      const isValid = vendor.getSchema(`acp#/$defs/${name}`);
      if (isValid === undefined) throw new Error(`ajv cannot compile ${name}`);
      const agrees = (value: unknown): boolean => {
        const expected = isValid(value) === true;
        verdicts[expected ? "valid" : "invalid"] += 1;
        return (protocol.judgeDefinition(name, value).length === 0) === expected;
      };
      const value = arbitraryValue({ kind: "reference", name }, shapes, known);
      fc.assert(fc.property(value, agrees), { seed, numRuns: RUNS_PER_DEFINITION });
    }
    t.ok(
      verdicts.valid > 1000 && verdicts.invalid > 500,
      `${verdicts.valid} valid and ${verdicts.invalid} invalid values, seed ${seed}`,
    );
  });
}
