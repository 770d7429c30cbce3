import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { Bell } from "../../src/driver/sandwich/bell.js";
import { Hop } from "../../src/driver/sandwich/hop.js";
import type { Observation } from "../../src/driver/sandwich/observation.js";
import { bytesOf, linesIn, payloadOf } from "../../src/driver/sandwich/payload.js";
import { playSandwich } from "../../src/driver/sandwich/sandwich.js";
import type { Step } from "../../src/driver/sandwich/step.js";
import { PLAIN_NODE } from "../plain-node.js";
import { shell } from "./shell.js";

const LONG_MS = 20_000;
const end: readonly Step[] = [
  { do: "client-closes" },
  { do: "await-agent-eof" },
  { do: "agent-exits", code: 0 },
  { do: "await-exit" },
  { do: "await-client-eof" },
];

function stub(name: string): string[] {
  return [...PLAIN_NODE, fileURLToPath(new URL(`../../stubs/bridge/${name}.js`, import.meta.url))];
}

async function direct(...steps: readonly Step[]): Promise<Observation> {
  return await playSandwich({ id: "x", steps }, { waitMs: LONG_MS, startMs: LONG_MS });
}

async function through(
  bridge: readonly string[],
  steps: readonly Step[],
  waitMs = LONG_MS,
): Promise<Observation> {
  return await playSandwich({ id: "x", steps }, { bridge, waitMs, startMs: LONG_MS });
}

const talk: readonly Step[] = [
  { do: "write", dir: "c2a", payload: { text: '{"id":1.0}\r\nhalf' } },
  { do: "await", dir: "c2a" },
  { do: "write", dir: "a2c", payload: { b64: Buffer.from([0xff, 0x0a]).toString("base64") } },
  { do: "await", dir: "a2c" },
  { do: "write", dir: "c2a", payload: { text: " line\n" }, pieceBytes: 2 },
  { do: "await", dir: "c2a" },
  { do: "agent-stderr", payload: { text: "noise" } },
];

test("a direct run shows what each end received, in which order, and how it ended", async (t) => {
  const seen = await direct(...talk, ...end);

  t.equal(seen.received.c2a.toString(), '{"id":1.0}\r\nhalf line\n');
  t.same([...seen.received.a2c], [0xff, 0x0a]);
  t.same(seen.timeline, ["c2a 1", "a2c 1", "c2a 2"]);
  t.equal(seen.stderr.toString(), "noise");
  t.same(seen.exit, { code: 0, signal: null });
  t.equal(seen.arrivalMs.length, 3, "three waits were met");
  t.match(seen, {
    isAgentStarted: true,
    agentSawEof: true,
    clientSawEof: true,
    lateSteps: [],
    agentSignals: [],
  });
});

test("a run through a transparent bridge shows the same", async (t) => {
  const steps = [...talk, ...end];

  const bridged = await through(stub("transparent"), steps);
  const plain = await direct(...steps);

  t.same(comparable(bridged), comparable(plain));
  t.equal(bridged.arrivalMs.length, plain.arrivalMs.length);
});

/** All but when it arrived, and in which pieces: a pipe cuts as it likes. */
function comparable({ arrivalMs, received, ...rest }: Observation): object {
  return { ...rest, received: { c2a: received.c2a, a2c: received.a2c } };
}

test("signals, exit codes and closed streams are seen at both ends", async (t) => {
  const signalled = await direct(
    { do: "signal", signal: "SIGINT" },
    { do: "await-agent-signal" },
    { do: "agent-closes-stdout" },
    { do: "await-client-eof" },
    { do: "agent-exits", code: 9 },
    { do: "await-exit" },
  );
  const died = await direct({ do: "agent-dies", signal: "SIGTERM" }, { do: "await-exit" });

  t.same(signalled.agentSignals, ["SIGINT"]);
  t.same(signalled.exit, { code: 9, signal: null });
  t.match(signalled, { clientSawEof: true, agentSawEof: false });
  t.same(died.exit, { code: null, signal: "SIGTERM" });
});

test("a flood at a reader that does not read stops at what the pipe holds, and goes on when it reads", async (t) => {
  const byteCount = 4 * 1024 * 1024;
  const flood: Step = { do: "agent-floods", byteCount };

  const stopped = await direct(
    { do: "client-stops-reading" },
    flood,
    { do: "client-reads-again" },
    { do: "await", dir: "a2c" },
  );
  const reading = await direct(flood);

  t.ok(
    (stopped.floodedBytes ?? byteCount) < byteCount,
    `${stopped.floodedBytes} of ${byteCount} bytes left the agent`,
  );
  t.same(stopped.lateSteps, []);
  t.ok((reading.floodedBytes ?? 0) >= byteCount);
});

test("a wait that ran out of time is told by its step", async (t) => {
  const seen = await through(
    stub("holds-last-line"),
    [
      { do: "write", dir: "c2a", payload: { text: "{}\n" } },
      { do: "await", dir: "c2a" },
    ],
    200,
  );

  t.same(seen.lateSteps, [1]);
  t.equal(seen.received.c2a.length, 0);
  t.equal(seen.exit, undefined, "it still runs");
});

test("a bridge that never starts the agent is not waited for once it has ended", async (t) => {
  const seen = await through(shell("echo no >&2", "exit 3"), talk);

  t.match(seen, { isAgentStarted: false, exit: { code: 3 }, lateSteps: [] });
  t.equal(seen.stderr.toString(), "no\n");
});

test("a bridge that gets the agent as one command starts it all the same", async (t) => {
  const seen = await through(["sh", "-c", "exec {agent-command}"], [...talk, ...end]);

  t.match(seen, { isAgentStarted: true, lateSteps: [], exit: { code: 0 } });
});

test("a hop has delivered when as many bytes, or as many whole lines, have arrived", async (t) => {
  const hop = new Hop();
  t.ok(hop.isDelivered, "nothing was sent");

  hop.sent(Buffer.from("long line\n"));
  t.notOk(hop.isDelivered);
  t.equal(hop.arrived(Buffer.from("short")), 0);
  t.notOk(hop.isDelivered);
  t.equal(hop.arrived(Buffer.from("\n")), 1);
  t.ok(hop.isDelivered, "the same line, spelled shorter");

  hop.sent(Buffer.from("open"));
  t.notOk(hop.isDelivered, "a line that has not ended counts by its bytes");
  hop.arrived(Buffer.from("opened at last"));
  t.ok(hop.isDelivered);
  t.equal(Buffer.concat(hop.chunks).toString(), "short\nopened at last");
});

test("a bell wakes its waiter until the condition holds, cannot hold any more, or time is out", async (t) => {
  const bell = new Bell();
  let rings = 0;
  const third = bell.until(
    () => rings === 3,
    () => false,
    LONG_MS,
  );
  for (const place of [1, 2, 3]) {
    await Promise.resolve();
    rings = place;
    bell.ring();
  }

  t.equal(await third, true);
  t.equal(
    await bell.until(
      () => false,
      () => true,
      LONG_MS,
    ),
    false,
    "hopeless",
  );
  t.equal(
    await bell.until(
      () => false,
      () => false,
      1,
    ),
    false,
    "time is out",
  );
  t.equal(
    await bell.until(
      () => true,
      () => true,
      0,
    ),
    true,
    "it holds already",
  );
});

test("a payload is text, base64 or a filling, and the shortest form is chosen", async (t) => {
  t.equal(bytesOf({ head: "<", fill: "ab", times: 3, tail: ">" }).toString(), "<ababab>");
  t.same(payloadOf(Buffer.from("é\n")), { text: "é\n" });
  t.same(payloadOf(Buffer.from([0xff])), { b64: "/w==" });
});

test("a wait goes on as long as bytes arrive, however slowly", async (t) => {
  const pump = `
    const { spawn } = require("node:child_process");
    const agent = spawn(process.argv[1], process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
    process.stdin.pipe(agent.stdin);
    agent.on("exit", (code) => { process.exitCode = code; });
    (async () => {
      for await (const chunk of agent.stdout) {
        process.stdout.write(chunk);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();`;
  const large = { head: "", fill: "x", times: 1_500_000, tail: "\n" };
  const steps: Step[] = [{ do: "write", dir: "a2c", payload: large }, { do: "await", dir: "a2c" }, ...end];

  const seen = await through([...PLAIN_NODE, "-e", pump, "{agent}"], steps, 600);

  t.same(seen.lateSteps, []);
  t.equal(seen.received.a2c.length, 1_500_001);
});

test("linesIn() counts each line of a payload, and of a filling the filling", async (t) => {
  const counts = (payload: Parameters<typeof linesIn>[0]): unknown => [...linesIn(payload)];

  t.same(counts({ text: "a\nb\na\n" }), [
    ["a", 2],
    ["b", 1],
  ]);
  t.same(counts({ text: "a\n\nhalf" }), [
    ["a", 1],
    ["", 1],
    ["half", 1],
  ]);
  t.same(counts({ text: "" }), [["", 1]]);
  t.same(counts({ text: "\n" }), [["", 1]]);
  t.same(counts({ head: "x", fill: "y\n", times: 3, tail: "z" }), [["y\n", 3]]);
});
