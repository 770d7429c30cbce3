import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { agentSuite } from "../../conformance/suite.js";
import { lintTraces } from "../../src/cli/lint/lint-traces.js";
import { catalogue } from "../../stubs/agent/raw/catalogue.js";
import { isCampaign, oneIn } from "../how-much.js";
import { PLAIN_NODE } from "../plain-node.js";
import { pooled, rawAgent, scenarioNamed, settingFor, statusesOf } from "./bench.js";
import { mutants } from "./mutants.js";

t.setTimeout(isCampaign ? 3_000_000 : 600_000);

const TEE = join(import.meta.dirname, "../../acp-tee.cjs");
const PASSIVE: ReadonlySet<string> = new Set(agentSuite.passive.map(({ id }) => id));

/** Some mutants, and some controls in the scenario that shows most. */
const ROWS: readonly (readonly [name: string, scenario: string])[] = [
  ...oneIn(16, Object.entries(mutants)).map(([name, [scenario]]) => [name, scenario] as const),
  ...oneIn(
    3,
    catalogue.filter(({ kind }) => kind === "control"),
  ).map(({ name }) => [name, "prompt-turn/turns"] as const),
];

function accused(statuses: Iterable<readonly [id: string, status: string]>): string[] {
  return [...statuses]
    .filter(([id, status]) => PASSIVE.has(id) && (status === "FAIL" || status === "WARN"))
    .map(([id]) => id)
    .sort();
}

/** What the live connections of a scenario show, and what the traces of a tee in front of them do. */
async function compared(
  place: string,
  name: string,
  scenario: string,
): Promise<{ live: string[]; recorded: string[] }> {
  mkdirSync(place);
  // Each process of the scenario writes a trace of its own.
  const script = `exec "$@" --trace "${place}/$$.jsonl" --drain 3000 -- ${rawAgent(name).join(" ")}`;
  const argv = ["sh", "-c", script, "sh", ...PLAIN_NODE, TEE];
  const live = accused(
    await statusesOf(scenarioNamed(scenario), { ...(await settingFor(rawAgent(name))), argv }),
  );
  const paths = readdirSync(place).map((file) => join(place, file));
  const { checks } = await lintTraces({ paths, schema: "v1", strict: false });
  return { live, recorded: accused(checks.map(({ id, status }) => [id, status] as const)) };
}

t.test(
  "lint finds on the traces of acp-tee what the passive checks find on the live connections",
  async (t) => {
    const folder = t.testdir();

    const seen = await pooled([...ROWS.entries()], 2, async ([place, [name, scenario]]) => {
      const first = await compared(join(folder, `${place}-1`), name, scenario);
      // The harness ends whatever is left of its subject, on a busy machine before the tee has written all.
      return first.live.join() === first.recorded.join()
        ? first
        : await compared(join(folder, `${place}-2`), name, scenario);
    });

    for (const [index, [name, scenario]] of ROWS.entries()) {
      t.strictSame(seen[index]?.recorded, seen[index]?.live, `${name} in ${scenario}`);
    }
  },
);
