import t from "tap";
import { clientSuite } from "../../conformance/client-suite.js";
import { runClientSuite } from "../../src/engine/client-run.js";
import { catalogue } from "../../stubs/client/catalogue.js";
import { canAccuse, pooled, statusOf } from "./bench.js";
import { accusedClientOf, clientSettingFor } from "./client-bench.js";
import { clientsBreakTheirs } from "./client-break-theirs.js";
import { LONG_EVERY } from "./client-sample.js";

t.setTimeout(900_000);

/** What the obedient client never does, though it could: the control that announces _meta everywhere shows some of it. */
const UNSEEN: readonly string[] = [
  "acp.v1.auth.terminal-no-authenticate",
  "acp.v1.cancel-request.schema",
  "acp.v1.elicitation.client-url-consent",
  "acp.v1.ext.advertise",
  "acp.v1.ext.meta-type",
  "acp.v1.ext.trace-keys-reserved",
];

t.test("the obedient raw client passes every check that can fail", async (t) => {
  const all = await runClientSuite({
    setting: await clientSettingFor("obedient", 10_000),
    suite: clientSuite,
    isSelected: canAccuse,
    workers: 2,
  });

  const other = all.filter((each) => statusOf(each) !== "PASS" && !UNSEEN.includes(each.id));

  t.strictSame(
    other.map((each) => `${each.id}: ${statusOf(each)} ${JSON.stringify(each.verdict)}`),
    [],
  );
});

t.test("mutants of the raw client break exactly the requirements pinned for them", async (t) => {
  await clientsBreakTheirs(t, (place) => place % LONG_EVERY === 0);
});

t.test("no check accuses a control: odd clients that break no rule", async (t) => {
  const controls = catalogue.filter(({ kind }) => kind === "control");

  const accused = await pooled(controls, 4, async ({ name }) => {
    const setting = await clientSettingFor(name);
    const some = clientSuite.scenarios.filter((_, place) => (place + controls.length) % LONG_EVERY === 0);
    const each = await pooled(some, 1, async (one) => await accusedClientOf(one, setting));
    return each.flat();
  });

  for (const [index, { name, defect }] of controls.entries())
    t.strictSame(accused[index], [], `${name}: ${defect}`);
});
