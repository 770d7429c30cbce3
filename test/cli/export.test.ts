import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { failureOf, type Play } from "../../src/engine/failure.js";
import type { CheckResult } from "../../src/engine/report/report.js";
import { profileOfLevel } from "../../src/fuzz/profile.js";
import { runCli } from "./run.js";

const CHECK: CheckResult = {
  id: "bridge.promise.bytes",
  role: "bridge",
  level: "must",
  status: "FAIL",
  statement: "Each direction carries the identical byte stream\u2028or so.",
  citation: "docs/promises.md",
  durationMs: 1,
};
const BRIDGE_PLAY: Play = {
  kind: "bridge",
  profile: profileOfLevel("bytes"),
  case: {
    id: "fuzz",
    isMalformed: false,
    aspects: ["streams"],
    steps: [
      { do: "write", dir: "c2a", payload: { text: '{"id":1' } },
      { do: "write", dir: "a2c", payload: { b64: "/wo=" } },
      { do: "write", dir: "c2a", payload: { text: "}\r\n{" } },
      { do: "write", dir: "a2c", payload: { head: "<", fill: "ab\n", times: 2, tail: ">" } },
    ],
  },
};

/** A folder with one saved failure of this play. */
function saved(folder: string, play: Play, check: CheckResult = CHECK): string {
  const failure = failureOf(check, play, { subject: ["my bridge", "{agent}"], schema: "v1", seed: 1 });
  const path = join(folder, "failure.json");
  writeFileSync(path, JSON.stringify(failure));
  return path;
}

test("a bridge's failure as jsonl is what both sides write, line by line", async (t) => {
  const cwd = t.testdir();
  const run = await runCli(["export", saved(cwd, BRIDGE_PLAY), "--as", "jsonl"], cwd);

  t.equal(run.code, 0, run.stderr);
  t.equal(
    run.stdout,
    [
      '{"t":0,"hop":"agent","dir":"a2c","b64":"/w=="}',
      '{"t":1,"hop":"client","dir":"c2a","line":"{\\"id\\":1}","eol":"\\r\\n"}',
      '{"t":2,"hop":"agent","dir":"a2c","line":"<ab"}',
      '{"t":3,"hop":"agent","dir":"a2c","line":"ab"}',
      '{"t":4,"hop":"client","dir":"c2a","line":"{","eol":""}',
      '{"t":5,"hop":"agent","dir":"a2c","line":">","eol":""}',
      "",
    ].join("\n"),
  );
});

test("an agent's failure as jsonl is the frames of its finding", async (t) => {
  const cwd = t.testdir();
  const frames = [{ number: 7, dir: "c2a", t: 12, line: "{}" }] as const;
  const place = saved(cwd, { kind: "agent", scenario: "initialize/handshake" }, { ...CHECK, frames });
  const run = await runCli(["export", place, "--as", "jsonl"], cwd);

  t.equal(run.code, 0, run.stderr);
  t.equal(run.stdout, '{"dir":"c2a","t":12,"line":"{}"}\n');
});

test("a failure's statement cannot leave the comment of the script that it is exported as", async (t) => {
  const cwd = t.testdir();
  const statement = "One\nrm -rf $HOME `id` 'x";
  const place = saved(cwd, BRIDGE_PLAY, { ...CHECK, statement });
  const run = await runCli(["export", place, "--as", "sh", "-o", "again.sh"], cwd);
  const printed = await runCli(["export", place, "--as", "sh"], cwd);

  t.equal(run.code, 0, run.stderr);
  t.equal(run.stdout, "");
  t.match(
    printed.stdout,
    /^#!\/bin\/sh\n# f-\w+ bridge\.promise\.bytes: One\\u000arm -rf \$HOME `id` 'x\n# Exit 0/,
  );
  t.match(printed.stdout, "set -- 'my bridge' '{agent}'\n");
});

const WRONG: readonly (readonly [name: string, args: readonly string[], says: RegExp])[] = [
  ["an id that nobody saved", ["f-nobody", "--as", "sh"], /No failure "f-nobody"/],
  ["no form", ["failure.json"], /required option '--as <form>' not specified/],
  ["a form that there is not", ["failure.json", "--as", "ts"], /Allowed choices are test, jsonl, sh/],
  ["a folder", [".", "--as", "sh"], /"\.": it is a folder, and one failure is wanted/],
  [
    "a place that cannot be written",
    ["failure.json", "--as", "sh", "-o", "no/where"],
    /Cannot write "no\/where": ENOENT/,
  ],
  ["a failure without frames", ["failure.json", "--as", "jsonl"], /no frames were saved with it/],
];

for (const [name, args, says] of WRONG) {
  test(`${name} gives one clear line and exit 2`, async (t) => {
    const cwd = t.testdir();
    saved(cwd, { kind: "agent", scenario: "initialize/handshake" });
    const run = await runCli(["export", ...args], cwd);

    t.equal(run.code, 2, run.stdout);
    t.match(run.stderr, says);
    t.equal(run.stderr.trimEnd().split("\n").length, 1);
    t.equal(run.stdout, "");
  });
}
