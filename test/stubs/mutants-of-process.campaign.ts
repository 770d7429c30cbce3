import { test } from "tap";
import { bridged, runToEnd, Subject } from "./subject.js";

for (const [name, agent, expected] of [
  ["always-exits-zero", ["sh", "-c", "exit 3"], { code: 0, signal: null }],
  ["mirrors-signal-as-code", ["sh", "-c", "kill -TERM $$"], { code: 1, signal: null }],
] as const) {
  test(`${name} hides how the agent ended`, async (t) => {
    const mutant = await runToEnd(bridged(name, agent));
    const control = await runToEnd(bridged("transparent", agent));

    t.same(mutant.ended, expected);
    t.notSame(control.ended, expected);
  });
}

const COMPLAINS = ["sh", "-c", "echo trouble >&2; echo fine"];

for (const [name, stdout, stderr] of [
  ["transparent", "fine\n", "trouble\n"],
  ["eats-stderr", "fine\n", ""],
] as const) {
  test(`${name} ${stderr === "" ? "loses" : "keeps"} the agent's standard error`, async (t) => {
    const subject = await runToEnd(bridged(name, COMPLAINS));

    t.equal(subject.stdout, stdout);
    t.equal(subject.stderr, stderr);
  });
}

test("merges-stderr writes the agent's standard error into its output", async (t) => {
  const subject = await runToEnd(bridged("merges-stderr", COMPLAINS));

  t.equal(subject.stderr, "");
  t.match(subject.stdout, /trouble\n/);
});

test("never-reads-stderr makes a talkative agent stand still", async (t) => {
  const agent = ["sh", "-c", "head -c 1000000 /dev/zero >&2; echo done"];
  const control = await runToEnd(bridged("transparent", agent));
  const mutant = new Subject(bridged("never-reads-stderr", agent));
  await mutant.silence();

  t.equal(control.stdout, "done\n");
  t.equal(mutant.stdout, "");
  mutant.kill("SIGTERM");
  await mutant.exit;
});

for (const [name, agent, expected, right] of [
  ["launches-through-a-shell", ["echo", "a  $HOME"], /^a [^ $]/, "a  $HOME\n"],
  ["clears-environment", ["sh", "-c", "echo $STUB_MARK"], /^\n$/, "mark\n"],
  ["changes-directory", ["pwd"], /^\/\n$/, `${process.cwd()}\n`],
] as const) {
  test(`${name} starts the agent in another way than it was told`, async (t) => {
    const mutant = await runToEnd(bridged(name, agent), "", { STUB_MARK: "mark" });
    const control = await runToEnd(bridged("transparent", agent), "", { STUB_MARK: "mark" });

    t.match(mutant.stdout, expected);
    t.equal(control.stdout, right);
  });
}

test("closes-both-on-eof loses what the agent says after the client's end", async (t) => {
  const agent = ["sh", "-c", "cat; sleep 0.3; echo late"];
  const control = await runToEnd(bridged("transparent", agent));
  const mutant = await runToEnd(bridged("closes-both-on-eof", agent));

  t.equal(control.stdout, "late\n");
  t.equal(mutant.stdout, "");
  t.equal(mutant.ended.code, 0);
});

test("ignores-client-eof leaves the agent waiting", async (t) => {
  const mutant = new Subject(bridged("ignores-client-eof", ["cat"]));
  mutant.end();
  await mutant.silence();

  t.notOk(mutant.hasExited);
  mutant.kill("SIGTERM");
  t.equal((await mutant.exit).signal, "SIGTERM");
});

test("hides-agent-eof keeps its output open when the agent closed its own", async (t) => {
  const agent = ["sh", "-c", "exec 1>&-; read line"];
  const control = new Subject(bridged("transparent", agent));
  await control.until(({ hasEnded }) => hasEnded);
  const mutant = new Subject(bridged("hides-agent-eof", agent));
  await mutant.silence();

  t.notOk(mutant.hasEnded);
  t.notOk(control.hasExited);
  mutant.end();
  control.end();
  await Promise.all([mutant.exit, control.exit]);
});

test("exits-before-drain loses the tail when the reader is slow", async (t) => {
  const agent = ["head", "-c", "150000", "/dev/zero"];
  const reading = (name: string, script: string) => [
    "sh",
    "-c",
    script,
    t.testdir(),
    ...bridged(name, agent),
  ];
  const control = await runToEnd(reading("transparent", '"$@" </dev/null | (sleep 1; wc -c)'));
  // The mutant's reader begins only when the mutant has ended, however slow the machine is.
  const afterTheEnd =
    '{ "$@" </dev/null; : >"$0/end"; } | (until [ -e "$0/end" ]; do sleep 0.1; done; wc -c)';
  const mutant = await runToEnd(reading("exits-before-drain", afterTheEnd));

  t.equal(Number(control.stdout), 150_000);
  t.ok(Number(mutant.stdout) < 150_000);
});

test("outlives-its-agent stays until the client ends", async (t) => {
  const mutant = new Subject(bridged("outlives-its-agent", ["true"]));
  await mutant.silence();

  t.notOk(mutant.hasExited);
  mutant.end();
  t.equal((await mutant.exit).code, 0);
});

const SAYS_ITS_ID = ["sh", "-c", "echo $$; exec cat"];

test("leaves-agent-behind dies alone", async (t) => {
  const mutant = new Subject(bridged("leaves-agent-behind", SAYS_ITS_ID));
  await mutant.until(({ stdout }) => stdout.endsWith("\n"));
  const agentId = Number(mutant.stdout);
  mutant.kill("SIGTERM");
  await mutant.until(({ hasExited }) => hasExited);
  await mutant.silence();

  t.ok(isAlive(agentId));
  process.kill(agentId, "SIGKILL");
  await mutant.exit;
});

test("transparent takes the agent with it", async (t) => {
  const control = new Subject(bridged("transparent", SAYS_ITS_ID));
  await control.until(({ stdout }) => stdout.endsWith("\n"));
  control.kill("SIGTERM");

  t.equal((await control.exit).signal, "SIGTERM");
  t.notOk(isAlive(Number(control.stdout)));
});

test("ignores-signals neither passes a signal on nor obeys it", async (t) => {
  const mutant = new Subject(bridged("ignores-signals", SAYS_ITS_ID));
  await mutant.until(({ stdout }) => stdout.endsWith("\n"));
  mutant.kill("SIGTERM");
  await mutant.silence();

  t.ok(isAlive(Number(mutant.stdout)));
  t.notOk(mutant.hasExited);
  mutant.end();
  await mutant.exit;
});

test("doubles-signals passes each signal on twice", async (t) => {
  const count =
    "process.on('SIGTERM', () => console.log('term')); process.stdin.resume(); console.log('up');";
  for (const [name, times] of [
    ["transparent", 1],
    ["doubles-signals", 2],
  ] as const) {
    const subject = new Subject(bridged(name, [process.execPath, "-e", count]));
    await subject.until(({ stdout }) => stdout === "up\n");
    subject.kill("SIGTERM");
    await subject.until(({ stdout }) => stdout === `up\n${"term\n".repeat(times)}`);
    await subject.silence();
    subject.end();
    await subject.exit;

    t.equal(subject.stdout, `up\n${"term\n".repeat(times)}`, name);
  }
});

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
