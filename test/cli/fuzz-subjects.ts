import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Report } from "../../src/engine/report/report.js";

const NODE = process.execPath;
const root = new URL("../../../", import.meta.url);
export const place = (path: string): string => fileURLToPath(new URL(path, root));
export const TEE: readonly string[] = [place("dist/acp-tee.cjs"), "{agent}"];
export const stubBridge = (name: string): string[] => [
  NODE,
  place(`dist/stubs/bridge/${name}.js`),
  "{agent}",
];
const isReport = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(place("conformance/report.schema.json"), "utf8")),
);

/** The report that a run left in its folder, which has to follow its JSON Schema. */
export function reportIn(cwd: string): Report {
  const report: Report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  if (!isReport(report)) throw new Error(JSON.stringify(isReport.errors));
  return report;
}
