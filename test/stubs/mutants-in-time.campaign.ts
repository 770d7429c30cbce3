import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "tap";
import { bridged, Subject } from "./subject.js";

const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":{}}\n';
const NEWS = '{"jsonrpc":"2.0","method":"session/update","params":{}}\n';
const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{}}\n';

test("corrupts-split-utf8 loses a character that comes in two reads", async (t) => {
  const [first, second] = [Buffer.from([0x61, 0xc3]), Buffer.from([0xa9, 0x0a])];
  for (const [name, expected] of [
    ["transparent", "a\u00e9\n"],
    ["corrupts-split-utf8", "a\ufffd\ufffd\n"],
  ] as const) {
    const subject = new Subject(bridged(name, ["cat"]));
    subject.write(first);
    await subject.until(({ bytes }) => bytes.length >= first.length);
    subject.end(second);
    await subject.exit;

    t.equal(subject.stdout, expected, name);
  }
});

test("splits-lines-at-chunk makes two lines of a frame that comes in two reads", async (t) => {
  for (const [name, expected] of [
    ["transparent", RESPONSE],
    ["splits-lines-at-chunk", `${RESPONSE.slice(0, 10)}\n${RESPONSE.slice(10)}`],
  ] as const) {
    const subject = new Subject(bridged(name, ["cat"]));
    subject.write(RESPONSE.slice(0, 10));
    await subject.until(({ bytes }) => bytes.length >= 10);
    // The bridge may have handed on the first piece and not yet be back at its input.
    await sleep(100);
    subject.end(RESPONSE.slice(10));
    await subject.exit;

    t.equal(subject.stdout, expected, name);
  }
});

for (const [name, frame] of [
  ["holds-last-line", RESPONSE],
  ["holds-last-notification", NEWS],
  ["buffers-by-block", RESPONSE],
  ["waits-for-the-agent", RESPONSE],
] as const) {
  test(`${name} keeps a lone frame until the end`, async (t) => {
    const control = new Subject(bridged("transparent", ["cat"]));
    control.write(frame);
    await control.until(({ stdout }) => stdout === frame);
    control.end();
    const mutant = new Subject(bridged(name, ["cat"]));
    mutant.write(frame);
    await mutant.silence();

    t.equal(mutant.stdout, "");
    mutant.kill("SIGTERM");
    await Promise.all([mutant.exit, control.exit]);
  });
}

test("holds-last-notification lets a request and response turn pass", async (t) => {
  const subject = new Subject(bridged("holds-last-notification", ["cat"]));
  subject.write(NEWS + RESPONSE);
  await subject.until(({ stdout }) => stdout === NEWS + RESPONSE);
  subject.end();

  t.equal((await subject.exit).code, 0);
});

test("crosses-directions-late keeps the agent's notification until the client writes", async (t) => {
  const agent = ["sh", "-c", 'printf %s "$1"; exec cat', "sh", NEWS];
  const control = new Subject(bridged("transparent", agent));
  await control.until(({ stdout }) => stdout === NEWS);
  control.end();
  const mutant = new Subject(bridged("crosses-directions-late", agent));
  await mutant.silence();

  t.equal(mutant.stdout, "");
  mutant.write(RESPONSE);
  await mutant.until(({ stdout }) => stdout === NEWS + RESPONSE);
  mutant.end();
  await Promise.all([mutant.exit, control.exit]);
});

test("waits-for-each-answer keeps a cancel while a request is open", async (t) => {
  const control = new Subject(bridged("transparent", ["cat"]));
  control.write(REQUEST + NEWS);
  await control.until(({ stdout }) => stdout === REQUEST + NEWS);
  control.end();
  const mutant = new Subject(bridged("waits-for-each-answer", ["cat"]));
  mutant.write(REQUEST + NEWS);
  await mutant.until(({ stdout }) => stdout === REQUEST);
  await mutant.silence();

  t.equal(mutant.stdout, REQUEST);
  mutant.kill("SIGTERM");
  await Promise.all([mutant.exit, control.exit]);
});

const FLOOD_BYTES = 8_000_000;
const FLOOD = ["sh", "-c", `head -c ${FLOOD_BYTES} /dev/zero; echo written >&2`];

test("buffers-without-bound takes everything while nobody reads", async (t) => {
  const control = new Subject(bridged("transparent", FLOOD));
  const mutant = new Subject(bridged("buffers-without-bound", FLOOD));
  control.hold();
  mutant.hold();
  await mutant.until(({ stderr }) => stderr === "written\n");
  await control.silence();

  t.equal(control.stderr, "", "the control makes the agent wait");
  control.release();
  mutant.release();
  await Promise.all([mutant.exit, control.exit]);
  t.equal(control.bytes.length, FLOOD_BYTES);
  t.equal(mutant.bytes.length, FLOOD_BYTES);
});

test("drops-when-slow loses what comes while nobody reads", async (t) => {
  const mutant = new Subject(bridged("drops-when-slow", FLOOD));
  mutant.hold();
  await mutant.until(({ stderr }) => stderr === "written\n");
  mutant.release();
  await mutant.exit;

  t.ok(mutant.bytes.length < FLOOD_BYTES);
});
