import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Case, Mapping } from "../../mapping/differential/case.js";
import { mapWithPython } from "../../mapping/differential/python.js";
import { root } from "../../root.js";
import { type PlantedFault, plant } from "./fault.js";

const MAPPING = join(root, "dist/src/mapping");
const RUNNERS = join(root, "conformance/runners");

/** The mapping in TypeScript with a fault in it, bundled into a folder of its own. */
export async function faultyMapping(fault: PlantedFault): Promise<Mapping> {
  const folder = mkdtempSync(join(tmpdir(), "acp-assay-fault-"));
  const outfile = join(folder, "mapping.mjs");
  let isPlanted = false;
  await build({
    entryPoints: [join(MAPPING, "mapping.js")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    logLevel: "silent",
    plugins: [
      {
        name: "plant",
        setup: ({ onLoad }) => {
          onLoad({ filter: /\.js$/ }, ({ path }) => {
            if (path !== join(MAPPING, fault.file)) return undefined;
            isPlanted = true;
            return { contents: plant(readFileSync(path, "utf8"), fault), loader: "js" };
          });
        },
      },
    ],
  });
  const mapping: Mapping = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  if (!isPlanted) throw new Error(`${fault.file} is no part of the mapping`);
  return mapping;
}

/** What the mapping in Python makes of the cases with a fault in it. */
export async function mapWithFaultyPython(cases: readonly Case[], fault: PlantedFault): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "acp-assay-fault-"));
  cpSync(RUNNERS, folder, { recursive: true });
  const path = join(folder, fault.file);
  writeFileSync(path, plant(readFileSync(path, "utf8"), fault));
  const mapped = await mapWithPython(cases, folder);
  rmSync(folder, { recursive: true });
  return mapped;
}
