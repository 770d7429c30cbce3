import { fileURLToPath } from "node:url";
import { readRegistry } from "../src/engine/registry.js";
import { Fault } from "../src/fault.js";
import { checkAdapter } from "../src/fuzz/adapter/adapter-check.js";
import { readAdapterProfile } from "../src/fuzz/adapter/adapts.js";
import { ADAPTERS } from "../stubs/bridge/adapter/catalogue.js";

// `node dist/bench/adapters.js [NAME…]`: plays the rules for adapters on the stub adapters, two at a time, and prints what
// comes of each, as one JSON object a line; test/fuzz/adapter-stubs.json is the reviewed result.
const root = new URL("../../", import.meta.url);
const registry = readRegistry(fileURLToPath(new URL("conformance/requirements", root)));
const wanted = process.argv.slice(2);
const main = fileURLToPath(new URL("dist/stubs/bridge/adapter/main.js", root));
const queue = ADAPTERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

await Promise.all([work(), work()]);

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    process.stdout.write(`${JSON.stringify({ name: next.name, ...(await look(next.name, next.loses)) })}\n`);
  }
}

async function look(name: string, loses: readonly string[] = []): Promise<object> {
  try {
    const rows = await checkAdapter({
      bridge: [process.execPath, main, name, "{agent}"],
      profile: readAdapterProfile({ adapts: { client: 1, agent: 2, loses } }, name),
      registry,
      isSelected: () => true,
      workers: 1,
      waitMs: 5000,
      startMs: 20_000,
      signal: new AbortController().signal,
    });
    return Object.fromEntries(
      rows.map(({ id, status, message, actual = message }) => [
        id.replace("acp.v1.bridge.cross-version-", ""),
        actual === undefined ? status : `${status}: ${actual}`,
      ]),
    );
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}
