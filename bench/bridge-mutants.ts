import { readRegistry } from "../src/engine/registry.js";
import { Fault } from "../src/fault.js";
import { checkBridge } from "../src/fuzz/bridge-check.js";
import { profileOfLevel } from "../src/fuzz/profile.js";
import { BRIDGE_STUBS } from "../stubs/bridge/catalogue.js";

// `node dist/bench/bridge-mutants.js [NAME…]`: runs the whole bridge check on every stub bridge and prints what it found,
// how far the bridge's promise held and how long that took, as one JSON object a line. test/fuzz/bridge-mutants.json
// holds the reviewed result; the clock is for reading, nothing depends on it.
const names = process.argv.slice(2);
const registry = readRegistry(new URL("../../conformance/requirements", import.meta.url).pathname);

for (const { name } of BRIDGE_STUBS) {
  if (names.length > 0 && !names.includes(name)) continue;
  const started = performance.now();
  const found = await look(name);
  const ms = Math.round(performance.now() - started);
  process.stdout.write(`${JSON.stringify({ name, ...found, ms })}\n`);
}

async function look(name: string): Promise<object> {
  const bridge = [
    process.execPath,
    new URL(`../stubs/bridge/${name}.js`, import.meta.url).pathname,
    "{agent}",
  ];
  const options = { profile: profileOfLevel("bytes"), registry, isSelected: () => true, workers: 2 };
  try {
    const { held, checks } = await checkBridge({ ...options, bridge, waitMs: 2000, startMs: 10_000 });
    const ids = (status: string): string[] =>
      checks
        .filter((check) => check.status === status)
        .map(({ id }) => id)
        .sort();
    return { held, fails: ids("FAIL"), flaky: ids("FLAKY") };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.code, message: error.message };
    throw error;
  }
}
