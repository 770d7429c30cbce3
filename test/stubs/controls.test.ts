import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { test } from "tap";
import { CONTROLS } from "../../stubs/bridge/catalogue.js";
import { bridged, runToEnd, Subject } from "./subject.js";

const WILD = randomBytes(200_000);

for (const { name } of CONTROLS) {
  test(`${name} passes any bytes, the end of both sides, standard error and the exit code`, async (t) => {
    const agent = ["sh", "-c", "cat; printf late; echo trouble >&2; exit 5"];
    const subject = await runToEnd(bridged(name, agent), WILD);

    t.ok(subject.bytes.equals(Buffer.concat([WILD, Buffer.from("late")])));
    t.equal(subject.stderr, "trouble\n");
    t.same(subject.ended, { code: 5, signal: null });
  });

  test(`${name} passes half a line on before the other half comes`, async (t) => {
    const subject = new Subject(bridged(name, ["cat"]));
    subject.write('{"half"');
    await subject.until(({ stdout }) => stdout === '{"half"');
    subject.end(":1}");
    await subject.exit;

    t.equal(subject.stdout, '{"half":1}');
  });
}

test("transparent dies by the signal that its agent died by", async (t) => {
  for (const signal of ["TERM", "KILL", "PIPE", "USR1"] as const) {
    const { ended } = await runToEnd(bridged("transparent", ["sh", "-c", `kill -${signal} $$`]));
    t.same(ended, { code: null, signal: `SIG${signal}` });
  }
});

test("transparent does not wait for a process that the agent left behind", async (t) => {
  const subject = new Subject(bridged("transparent", ["sh", "-c", "sleep 20 & echo $!; exit 4"]));
  await subject.until(({ hasExited }) => hasExited);
  process.kill(Number(subject.stdout), "SIGKILL");

  t.equal((await subject.exit).code, 4);
});

test("transparent lets the agent know that the client no longer reads", async (t) => {
  const flood = "echo $$ >&2; while echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; do :; done";
  const reader = '"$@" </dev/null | head -c 10';
  const subject = await runToEnd(["sh", "-c", reader, "sh", ...bridged("transparent", ["sh", "-c", flood])]);

  const agentId = Number.parseInt(subject.stderr, 10);
  t.throws(() => process.kill(agentId, 0), "the agent is gone");
});

test("a bridge names what it cannot start and exits as a shell would", async (t) => {
  const folder = t.testdir({ "no-program": "" });
  for (const [agent, code, reason] of [
    [["/nonexistent-agent"], 127, 'bridge: Cannot start "/nonexistent-agent": ENOENT\n'],
    [[`${folder}/no-program`], 126, `bridge: Cannot start "${folder}/no-program": EACCES\n`],
    [[], 125, "bridge: usage: AGENT ARGS…\n"],
  ] as const) {
    const subject = await runToEnd(bridged("transparent", agent));

    t.equal(subject.ended.code, code);
    t.equal(subject.stderr, reason);
  }
});

test("programs that are no bridge show it", async (t) => {
  const agent = ["sh", "-c", "echo agent; exec cat"];
  for (const [name, stdout, code] of [
    ["one-way", "", 0],
    ["echoes-input", "hello\n", 0],
    ["never-starts-agent", "", 0],
    ["dies-at-start", "", 1],
  ] as const) {
    const subject = await runToEnd(bridged(name, agent), "hello\n");

    t.equal(subject.stdout, stdout, name);
    t.equal(subject.ended.code, code, name);
  }
});
