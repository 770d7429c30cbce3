import { setTimeout as delay } from "node:timers/promises";
import { test } from "tap";
import { plainAgent } from "../../../conformance/client-scenarios/steps/agent.js";
import { type ClientOptions, ClientProcess } from "../../../src/driver/client/client-process.js";
import { TIMED_OUT, within } from "../../../src/driver/deadline.js";

/** Asks once or twice, closes its agent's stdin or ends it by a signal when it is told to, and lives as long as its agent. */
const CLIENT = `
  const [signal, ...agent] = process.argv.slice(1);
  const child = require("node:child_process").spawn(agent[0], agent.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const request = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\\n';
  child.stdin.write(signal === "twice" ? request + request : request);
  if (!signal.startsWith("SIG")) child.stdin.end();
  child.stdout.once("data", () => signal.startsWith("SIG") && child.kill(signal));
  child.on("exit", (code, by) => process.exit(by === null ? code : 100));
`;
const LATE_MS = 200;
const NEVER_MS = 400;

async function clientThat(signal: string, more: Partial<ClientOptions> = {}): Promise<ClientProcess> {
  const initialize = async (): Promise<{ result: object & { protocolVersion: number } }> => {
    await delay(LATE_MS);
    return { result: { protocolVersion: 1 } };
  };
  return await ClientProcess.open({
    argv: [process.execPath, "-e", CLIENT, signal, "{agent}"],
    timeoutMs: 10_000,
    policy: () => plainAgent({ initialize }),
    ...more,
  });
}

/** The connection whose client has closed its agent's stdin. */
async function inputEnd(client: ClientProcess): Promise<unknown> {
  return await client.look(() => client.connections.find(({ hasEndedInput }) => hasEndedInput));
}

/** The connection whose agent was sent a signal. */
async function signalled(client: ClientProcess): Promise<unknown> {
  return await client.look(() => client.connections.find(({ signals }) => signals.length > 0));
}

test("an agent whose input has ended gives the answer that it owes, and leaves", async (t) => {
  const client = await clientThat("none");
  t.teardown(() => client.close());

  t.strictSame(await within(client.subject.exited, 10_000), { code: 0, signal: null });
  t.strictSame(
    client.connections[0]?.transcript.ofHarness().map(({ text }) => text),
    ['{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}'],
  );
});

test("an agent whose answer is still held back stays", async (t) => {
  const client: ClientProcess = await clientThat("none", {
    policy: (start) =>
      plainAgent({
        initialize: () => {
          client.connections[start]?.outlet.hold();
          return { result: { protocolVersion: 1 } };
        },
      }),
  });
  t.teardown(() => client.close());
  t.ok(await inputEnd(client));

  t.equal(await within(client.subject.exited, NEVER_MS), TIMED_OUT);
});

test("an agent that was asked twice under one id owes two answers", async (t) => {
  let times = 0;
  const client = await clientThat("twice", {
    policy: () =>
      plainAgent({
        initialize: () => {
          times += 1;
          return times === 1 ? { result: { protocolVersion: 1 } } : "held";
        },
      }),
  });
  t.teardown(() => client.close());
  t.ok(await inputEnd(client));

  t.equal(await within(client.subject.exited, NEVER_MS), TIMED_OUT);
});

test("an agent that owes an answer for good stays", async (t) => {
  const client = await clientThat("none", { policy: () => plainAgent({ initialize: () => "held" }) });
  t.teardown(() => client.close());
  t.ok(await inputEnd(client));
  t.equal(await within(client.subject.exited, NEVER_MS), TIMED_OUT);
});

test("an agent dies of SIGTERM, and of no other signal that its client sends", async (t) => {
  const ended = await clientThat("SIGTERM");
  const winched = await clientThat("SIGWINCH");
  t.teardown(() => Promise.all([ended.close(), winched.close()]));

  t.strictSame(await within(ended.subject.exited, 10_000), { code: 100, signal: null });
  t.ok(await signalled(winched));
  t.strictSame(winched.connections[0]?.signals, ["SIGWINCH"]);
  t.equal(await within(winched.subject.exited, NEVER_MS), TIMED_OUT);
});

test("an agent that lingers stays, whatever its client says", async (t) => {
  const closed = await clientThat("none", { lingers: true });
  const ended = await clientThat("SIGTERM", { lingers: true });
  t.teardown(() => Promise.all([closed.close(), ended.close()]));
  t.ok(await signalled(ended));
  t.ok(await inputEnd(closed));
  t.equal(await within(Promise.race([closed.subject.exited, ended.subject.exited]), NEVER_MS), TIMED_OUT);
});
