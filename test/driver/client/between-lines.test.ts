import { setTimeout as delay } from "node:timers/promises";
import { test } from "tap";
import { plainAgent } from "../../../conformance/client-scenarios/steps/agent.js";
import { ClientProcess } from "../../../src/driver/client/client-process.js";

const INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}';
/** Asks once, and stays until its agent leaves. */
const CLIENT = `
  const [file, ...args] = process.argv.slice(1);
  const child = require("node:child_process").spawn(file, args, { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.write(${JSON.stringify(`${INITIALIZE}\n`)});
  child.on("exit", () => process.exit());
`;
const WHILE_MS = 100;

/** What the harness writes to a client that asks while one of its lines is half written, and the client. */
async function askedMidLine(rest: string): Promise<readonly [string[], ClientProcess]> {
  const client: ClientProcess = await ClientProcess.open({
    argv: [process.execPath, "-e", CLIENT, "{agent}"],
    timeoutMs: 10_000,
    policy: (start) =>
      plainAgent({
        initialize: () => {
          client.connections[start]?.writeRaw('{"jsonrpc":"2.0",');
          return { result: { protocolVersion: 1 } };
        },
      }),
  });
  const connection = await client.look(() => client.connections.find((one) => one.transcript.ofSubject()[0]));
  await delay(WHILE_MS);
  connection?.wrongly(() => connection.writeRaw(rest));
  await delay(0);
  return [connection?.transcript.ofHarness().map(({ text }) => text) ?? [], client];
}

test("an answer waits for the end of a line that is half written", async (t) => {
  const [lines, client] = await askedMidLine('"method":"_x"}\n');
  t.teardown(() => client.close());

  t.strictSame(lines, [
    '{"jsonrpc":"2.0","method":"_x"}',
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}',
  ]);
  const transcript = client.connections[0]?.transcript;
  const [, answer] = transcript?.ofHarness() ?? [];
  t.equal(answer && transcript?.isDeliberate(answer), false, "only what is in between is wrong on purpose");
});

test("an answer is not given behind half a line that nothing ends", async (t) => {
  const [lines, client] = await askedMidLine('"method":');
  t.teardown(() => client.close());

  t.strictSame(lines, []);
  t.equal(client.connections[0]?.transcript.pendingBytes("a2c"), '{"jsonrpc":"2.0","method":'.length);
});
