import { fileURLToPath } from "node:url";
import { readRegistry } from "../src/engine/registry.js";
import { selects } from "../src/engine/selector.js";
import { Fault } from "../src/fault.js";
import { checkBridge } from "../src/fuzz/bridge-check.js";
import { readProfile } from "../src/fuzz/profile.js";
import { REWRITING_BRIDGES, type RewritingBridge } from "../stubs/bridge/rewriting/catalogue.js";
import { playDirectOnce } from "./direct-runs.js";

// `node dist/bench/rewriting-mutants.js [--quick] [NAME…]`: plays the bridge check on the stub bridges that rename or refuse,
// each with its own profile, and prints what fails or warns, as one JSON object a line; test/fuzz/rewriting-mutants.json
// is the reviewed result. Controls play every check, or with --quick the chapters that mutants play.
const root = new URL("../../", import.meta.url);
const registry = readRegistry(fileURLToPath(new URL("conformance/requirements", root)));
const program = fileURLToPath(new URL("dist/stubs/bridge/rewriting/main.js", root));
const named = process.argv.slice(2);
const isQuick = named.includes("--quick");
/** Where names, pairs and refusals matter; other hazards are about values, which every level compares. */
const CHAPTERS = [
  "acp.v1.bridge",
  "wire.session",
  "wire.message",
  "bridge.promise.ordinary",
  "bridge.promise.order",
  "bridge.promise.no-blocking",
];
const names = named.filter((word) => !word.startsWith("--"));
const queue = REWRITING_BRIDGES.filter(({ name }) => names.length === 0 || names.includes(name));

await Promise.all([work(), work(), work()]);

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const started = performance.now();
    const found = await look(next);
    const ms = Math.round(performance.now() - started);
    process.stdout.write(`${JSON.stringify({ name: next.name, ...found, ms })}\n`);
  }
}

async function look({ name, profile, defect }: RewritingBridge): Promise<object> {
  const isWhole = defect === undefined && !isQuick;
  try {
    const { held, checks } = await checkBridge({
      bridge: [process.execPath, program, name, "{agent}"],
      profile: readProfile(profile),
      registry,
      isSelected: (id) => isWhole || CHAPTERS.some((selector) => selects(selector, id)),
      workers: 1,
      waitMs: 2000,
      startMs: 20_000,
      playDirect: playDirectOnce,
    });
    const rows = (...statuses: string[]): string[] =>
      checks
        .filter(({ status }) => statuses.includes(status))
        .map(({ id, message, expected, actual }) =>
          process.env["SHOW"] === undefined ? id : `${id}: ${message}: ${expected} | ${actual}`,
        )
        .sort();
    return { held, broken: rows("FAIL", "WARN"), flaky: rows("FLAKY"), untested: rows("NOT-TESTED").length };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.code, message: error.message };
    throw error;
  }
}
