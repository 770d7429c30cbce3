import { fileURLToPath } from "node:url";
import { readRegistry } from "../src/engine/registry.js";
import { selects } from "../src/engine/selector.js";
import { Fault } from "../src/fault.js";
import { checkBridge } from "../src/fuzz/bridge-check.js";
import { profileOfLevel } from "../src/fuzz/profile.js";
import { BRIDGE_STUBS } from "../stubs/bridge/catalogue.js";
import { RULE_BREAKERS } from "../stubs/bridge/rules/breakers.js";
import { playDirectOnce } from "./direct-runs.js";

// `node dist/bench/rule-mutants.js [NAME…]`: plays the registry's rules for bridges on every stub bridge, three at a time,
// and prints what fails or warns, as one JSON object a line; test/fuzz/rule-mutants.json is the reviewed result.
const root = new URL("../../", import.meta.url);
const registry = readRegistry(fileURLToPath(new URL("conformance/requirements", root)));
const wanted = process.argv.slice(2);
const place = (path: string): string => fileURLToPath(new URL(`dist/stubs/bridge/${path}.js`, root));
const queue = [
  ...BRIDGE_STUBS.map(({ name }) => ({ name, argv: [place(name)] })),
  ...RULE_BREAKERS.map(({ name }) => ({ name, argv: [place("rules/main"), name] })),
].filter(({ name }) => wanted.length === 0 || wanted.includes(name));

await Promise.all([work(), work(), work()]);

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { name, argv } = next;
    process.stdout.write(`${JSON.stringify({ name, ...(await look(argv)) })}\n`);
  }
}

async function look(argv: readonly string[]): Promise<object> {
  try {
    const { checks } = await checkBridge({
      bridge: [process.execPath, ...argv, "{agent}"],
      profile: profileOfLevel("json"),
      registry,
      isSelected: (id) => selects("acp.v1.bridge", id),
      workers: 1,
      waitMs: 2000,
      startMs: 20_000,
      playDirect: playDirectOnce,
    });
    const ids = (...statuses: string[]): string[] =>
      checks
        .filter(({ status }) => statuses.includes(status))
        .map(({ id }) => id.replace("acp.v1.bridge.", ""))
        .sort();
    return { broken: ids("FAIL", "WARN"), flaky: ids("FLAKY"), untested: ids("NOT-TESTED").length };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.code };
    throw error;
  }
}
