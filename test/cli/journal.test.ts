import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { openJournal } from "../../src/journal/journal-writer.js";
import { lineOf, session } from "../journal/lines.js";
import { newFolder } from "../new-folder.js";
import { runPlainFile } from "../plain-node.js";
import { root } from "../root.js";
import { runCli } from "./run.js";

const FIXTURES = join(root, "conformance/fixtures/lifecycle");
const HEAD = "13a7db268348600cb2f3ea1dfd671d906a6db31c423d88c26a711e04b3b1109c";

test("a trace is journaled, verified, named, replayed and compared on the command line", async (t) => {
  const cwd = newFolder(t);
  const journal = async (...args: string[]) => await runCli(["journal", ...args], cwd);

  const recorded = await journal("replay", join(FIXTURES, "plain-turn.jsonl"), "--journal", "one.jsonl");
  t.match(recorded, { code: 0, stdout: "", stderr: `9 rows, 0 lines refused, head ${HEAD}\n` });

  const verified = await journal("verify", "one.jsonl", "--strict", "--head", HEAD);
  t.match(verified, { code: 0, stdout: "", stderr: `PASS  9 rows, 9 frames, head ${HEAD}\n` });

  t.match(await journal("head", "one.jsonl"), { code: 0, stdout: `${HEAD}\n`, stderr: "" });

  const replayed = await journal("replay", "one.jsonl");
  t.match(replayed, { code: 0, stderr: `9 frames, 1 turns ended, head ${HEAD}\n` });
  t.match(replayed.stdout, /^8 {2}a2c answer session\/prompt stop=end_turn$/m);

  const text = readFileSync(join(FIXTURES, "plain-turn.jsonl"), "utf8");
  writeFileSync(join(cwd, "trace.jsonl"), text.replace("simulator", "calculator"));
  await journal("replay", "trace.jsonl", "--journal", "two.jsonl");
  const compared = await journal("compare", "one.jsonl", "two.jsonl");
  t.match(compared, { code: 1, stdout: "" });
  t.match(compared.stderr, /^DIFFERS {2}seq 7 {2}session\/update\n {2}expected_hash {2}[0-9a-f]{64}\n/);
  t.match(
    compared.stderr,
    /\n {2}at params\.update\.content\.text: expected .*simulator.*found .*calculator/,
  );
  t.match(await journal("compare", "one.jsonl", "two.jsonl", "--lifecycle"), { code: 0, stderr: /^SAME/ });

  const json = JSON.parse((await journal("compare", "one.jsonl", "two.jsonl", "--json")).stdout);
  t.match(json, { same: false, seq: 7, method: "session/update", expected_hash: /^.{64}$/, path: /text/ });
});

test("journal replay sees a row whose frame was edited, and exits 1", async (t) => {
  const cwd = newFolder(t);
  await runCli(["journal", "replay", join(FIXTURES, "plain-turn.jsonl"), "--journal", "one.jsonl"], cwd);
  const text = readFileSync(join(cwd, "one.jsonl"), "utf8");
  writeFileSync(join(cwd, "one.jsonl"), text.replace("simulator", "calculator"));

  const replayed = await runCli(["journal", "replay", "one.jsonl"], cwd);
  t.match(replayed, { code: 1, stderr: /^FAIL {2}.*hash mismatch/m });
});

test("journal verify names the step, and exits 1", async (t) => {
  const cwd = newFolder(t);
  const file = join(cwd, "journal.jsonl");
  const journal = openJournal({ file });
  for (const [direction, frame] of session()) journal.append(direction, lineOf(frame));
  journal.close();
  writeFileSync(file, readFileSync(file, "utf8").replace('"text":"b"', '"text":"c"'));

  const run = await runCli(["journal", "verify", "journal.jsonl"], cwd);

  t.equal(run.code, 1);
  t.match(
    run.stderr,
    /^FAIL {2}step 4: content_hash mismatch\n {2}expected {2}[0-9a-f]{64}\n {2}actual {4}[0-9a-f]{64}\n/,
  );
  const json = await runCli(["journal", "verify", "journal.jsonl", "--json"], cwd);
  t.match(JSON.parse(json.stdout), { ok: false, count: 4, divergence: { step: 4 } });
});

interface BadInput {
  readonly args: readonly string[];
  readonly says: RegExp;
}

const TRACE = join(FIXTURES, "plain-turn.jsonl");

const BAD: readonly BadInput[] = [
  {
    args: ["verify", "none.jsonl"],
    says: /^acp-assay: Cannot read journal "none\.jsonl": no such file or directory$/,
  },
  { args: ["verify", TRACE, "--head", "abc"], says: /"abc" is no head: it has to be 64 digits/ },
  { args: ["compare", TRACE, TRACE], says: /Cannot read journal ".*plain-turn\.jsonl": line 1 is no row/ },
  { args: ["replay", TRACE, "--published"], says: /name a file with --journal/ },
  {
    args: ["replay", TRACE, "--journal", "/dev/full"],
    says: /Cannot write journal "\/dev\/full": the disk is full/,
  },
  {
    args: ["replay", TRACE, "--journal", "/proc/x"],
    says: /Cannot open journal "\/proc\/x": no such file or directory/,
  },
  { args: ["replay", join(FIXTURES, "expected.json"), "--journal", "x"], says: /line 1 is no trace line/ },
  { args: ["verfy", "x"], says: /unknown command 'verfy'/ },
];

test("every wrong input of the journal commands gives one clear line and exit 2", async (t) => {
  const cwd = newFolder(t);
  const runs = BAD.map(async (input) => ({ ...input, run: await runCli(["journal", ...input.args], cwd) }));
  for (const { args, says, run } of await Promise.all(runs)) {
    const name = args.join(" ");
    t.match(run, { code: 2, stdout: "" }, name);
    t.match(run.stderr.trimEnd(), says, name);
    t.equal(run.stderr.trimEnd().split("\n").length, 1, `${name}: one line`);
  }
  t.notOk(existsSync(join(cwd, "x")), "nothing is left behind");
});

test("the example of the package's export prints what docs/journal.md says", async (t) => {
  const page = readFileSync(join(root, "docs/journal.md"), "utf8");
  const [, program = "", printed] =
    /<!-- tested -->\n```js\n([\s\S]*?)```\n\nprints\n\n```\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = newFolder(t);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/acp-assay"));
  writeFileSync(join(folder, "example.mjs"), program);

  const run = await runPlainFile(join(folder, "example.mjs"), [], folder);

  t.same(run, { code: 0, stdout: printed, stderr: "" });
});
