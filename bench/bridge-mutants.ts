import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRegistry } from "../src/engine/registry.js";
import { selects } from "../src/engine/selector.js";
import { Fault } from "../src/fault.js";
import { checkBridge } from "../src/fuzz/bridge-check.js";
import { profileOfLevel } from "../src/fuzz/profile.js";
import { BRIDGE_STUBS } from "../stubs/bridge/catalogue.js";
import { playDirectOnce } from "./direct-runs.js";

// `node dist/bench/bridge-mutants.js [--own-chapters] [NAME…]`: runs the bridge check on stub bridges, three at a time, and
// prints what it found, how far the promise held and how long that took, as one JSON object a line. Without
// --own-chapters every check runs; with it only the chapters in which test/fuzz/bridge-mutants.json, the reviewed result,
// says that the bridge fails. Nothing depends on the clock.
const root = new URL("../../", import.meta.url);
const registry = readRegistry(fileURLToPath(new URL("conformance/requirements", root)));
const isOwnChapters = process.argv.includes("--own-chapters");
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const queue = BRIDGE_STUBS.map(({ name }) => name).filter(
  (name) => names.length === 0 || names.includes(name),
);

await Promise.all([work(), work(), work()]);

async function work(): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const started = performance.now();
    const found = await look(name, isOwnChapters ? chaptersOf(name) : []);
    const ms = Math.round(performance.now() - started);
    process.stdout.write(`${JSON.stringify({ name, ...found, ms })}\n`);
  }
}

async function look(name: string, chapters: readonly string[]): Promise<object> {
  const program = fileURLToPath(new URL(`dist/stubs/bridge/${name}.js`, root));
  try {
    const { held, checks } = await checkBridge({
      bridge: [process.execPath, program, "{agent}"],
      profile: profileOfLevel("bytes"),
      registry,
      isSelected: (id) => chapters.length === 0 || chapters.some((chapter) => selects(chapter, id)),
      workers: 1,
      waitMs: 2000,
      startMs: 20_000,
      playDirect: playDirectOnce,
    });
    const ids = (status: string): string[] =>
      checks
        .filter((check) => check.status === status)
        .map(({ id }) => id)
        .sort();
    return { chapters, held, fails: ids("FAIL"), flaky: ids("FLAKY") };
  } catch (error) {
    if (error instanceof Fault) return { chapters, fault: error.code, message: error.message };
    throw error;
  }
}

/** The chapters of hazards and the promises that a bridge is known to fail, without the levels, which need every case. */
function chaptersOf(name: string): string[] {
  const pinned: Readonly<Record<string, { readonly fails: readonly string[] }>> = JSON.parse(
    readFileSync(new URL("test/fuzz/bridge-mutants.json", root), "utf8"),
  );
  const fails = pinned[name]?.fails ?? ["wire.line", "bridge.promise.order"];
  const own = fails.filter((id) => !/^bridge\.promise\.(bytes|lines|json)$/.test(id));
  return [...new Set(own.map((id) => (id.startsWith("wire.") ? id.split(".").slice(0, 2).join(".") : id)))];
}
