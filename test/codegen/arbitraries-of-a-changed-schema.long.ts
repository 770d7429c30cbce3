import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { test } from "tap";
import type { FrameSource } from "../../generated/arbitrary/frame-source.js";
import type { SchemaArbitraries } from "../../generated/arbitrary/schema-arbitraries.js";
import { emitValidators } from "../../src/codegen/emit/validators.js";
import { generate } from "../../src/codegen/generate.js";
import { readModel } from "../../src/codegen/model/read-model.js";
import { readVendoredSchemas, sha256 } from "../../src/codegen/vendored.js";
import { root } from "../root.js";
import { changeSchema } from "./changed-schema.js";
import { RawSchema } from "./raw-schema.js";

const SCHEMA = "schema/acp/v1/schema.json";

test("a method, an enum member and a union arm that a schema gains are generated with no other edit", async (t) => {
  const [vendored] = (await readVendoredSchemas(root)).filter(({ id }) => id === "v1");
  if (vendored === undefined) throw new Error("v1 is not vendored");
  const { document, added } = changeSchema(vendored.document);
  const copy = t.testdir();
  await writeSchema(copy, JSON.stringify(document), vendored.lock);
  await generate({ check: false, root: copy });
  const read = (name: string): Promise<string> => readFile(join(copy, "generated/v1", name), "utf8");
  const { frames, arbitraries } = await load<Generators>(copy, "generated/v1/arbitraries.ts");
  t.comment(JSON.stringify(added));

  await t.test("types", async (t) => {
    const types = await read("types.ts");

    t.match(types, new RegExp(`^export (type|interface) ${added.request}\\b`, "m"));
    t.match(types, new RegExp(`^export type ${added.enumName} =[^;]*"${added.member}"`, "m"));
    t.match(types, new RegExp(`${added.tag}: "${added.tagValue}"`));
  });

  await t.test("method table", async (t) => {
    const row = `name: "${added.method}", side: "client", kind: "request"`;

    t.match(await read("methods.ts"), row);
  });

  await t.test("validators", async (t) => {
    const module = emitValidators(readModel(document));
    const validators = await bundle<Record<string, (value: unknown) => boolean>>(copy, module);
    const arm = arbitraries
      .samples(added.unionName)
      .map(({ value }) => Object(value))
      .find((value) => value[added.tag] === added.tagValue);
    const fits = (definition: string, value: unknown): boolean | undefined => validators[definition]?.(value);

    t.equal(fits(added.enumName, added.member), true);
    t.equal(fits(added.enumName, `${added.member}~`), false);
    t.equal(fits(added.unionName, arm), true);
    t.equal(fits(added.unionName, { ...arm, [added.field]: -1 }), false);
    t.equal(fits(added.request, {}), false);
  });

  await t.test("arbitraries", async (t) => {
    const sources = frames.filter(({ method }) => method === added.method);
    const raw = new RawSchema(document);
    const texts = (definition: string): string => JSON.stringify(plain(arbitraries.samples(definition)));

    t.same(sources.map(({ part }) => part).sort(), ["error", "request", "result"]);
    t.match(texts(added.enumName), `"${added.member}"`);
    t.match(texts(added.unionName), `"${added.tagValue}"`);
    for (const source of sources) {
      t.same(
        source.samples().filter((frame) => raw.errorsOf(frame, frame.text).length > 0),
        [],
      );
      fc.assert(fc.property(source.valid, (frame) => raw.errorsOf(frame, frame.text).length === 0));
      fc.assert(
        fc.property(source.nearValid, (frame) => {
          return raw.errorsOf(frame, frame.text).length > 0 === (frame.verdict === "breaks");
        }),
      );
    }
  });
});

interface Generators {
  readonly frames: readonly FrameSource[];
  readonly arbitraries: SchemaArbitraries;
}

async function writeSchema(copy: string, text: string, lock: object): Promise<void> {
  await mkdir(join(copy, SCHEMA, ".."), { recursive: true });
  await writeFile(join(copy, SCHEMA), text);
  await writeFile(join(copy, "schema/lock.json"), JSON.stringify({ v1: { ...lock, sha256: sha256(text) } }));
}

/** Compiles a generated module and all that it imports from `generated/`. */
async function load<Module>(copy: string, path: string): Promise<Module> {
  return run(copy, { entryPoints: [join(copy, path)], external: ["fast-check"] });
}

async function bundle<Module>(copy: string, contents: string): Promise<Module> {
  const resolveDir = join(root, "dist/src/codegen");
  return run(copy, { stdin: { contents, resolveDir, loader: "js" } });
}

let modules = 0;

async function run<Module>(copy: string, options: Parameters<typeof build>[0]): Promise<Module> {
  modules += 1;
  const outfile = join(copy, `module-${modules}.mjs`);
  await build({ ...options, bundle: true, format: "esm", platform: "node", logLevel: "warning", outfile });
  return await import(pathToFileURL(outfile).href);
}

/** Without bigints, which JSON.stringify refuses. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, member) => (typeof member === "bigint" ? 0 : member)));
}
