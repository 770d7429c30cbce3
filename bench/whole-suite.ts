import { parseArgs } from "node:util";
import { shardOf } from "../src/cli/fuzz-options.js";
import { Fault } from "../src/fault.js";
import { pin } from "../test/conformance/whole/sets.js";
import { stubsOf, type WholeRole, wholeSetOf } from "../test/conformance/whole/whole-suite.js";

// `node dist/bench/whole-suite.js agent|client [--shard I/N] [--pin] [NAME…]`: the whole suite on each stub with a defect and
// each odd one without, one after the other; a JSON object a line with what is held against it and how long that took.
// `--pin` writes it into test/conformance/whole, with which the campaign compares; read what has changed there.
delete process.env["NODE_EXTRA_CA_CERTS"];
const { values, positionals } = parseArgs({
  options: { shard: { type: "string" }, pin: { type: "boolean" } },
  allowPositionals: true,
});
const [role, ...names] = positionals;
if (!isRole(role)) throw new Fault("usage", `Cannot run "${role ?? ""}": say agent or client`);
const { index, count } = shardOf(values.shard);
const all = [...stubsOf(role, "mutant"), ...stubsOf(role, "control")];
const stranger = names.find((name) => !all.includes(name));
if (stranger !== undefined) throw new Fault("usage", `There is no ${role} "${stranger}"`);
const chosen = names.length > 0 ? names : all.filter((_, place) => place % count === index);

for (const name of chosen) {
  const started = performance.now();
  const broken = await wholeSetOf(role, name);
  if (values.pin) pin(role, name, broken);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  process.stdout.write(`${JSON.stringify({ role, name, broken, seconds })}\n`);
}

function isRole(text: string | undefined): text is WholeRole {
  return text === "agent" || text === "client";
}
