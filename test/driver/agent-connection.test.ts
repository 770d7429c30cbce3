import { type Test, test } from "tap";
import { AgentConnection, type ConnectionOptions } from "../../src/driver/agent-connection.js";
import { shell } from "./shell.js";

const LONG_MS = 20_000;

async function open(
  t: Test,
  argv: readonly string[],
  options: Partial<ConnectionOptions> = {},
): Promise<AgentConnection> {
  const connection = await AgentConnection.open({ argv, timeoutMs: LONG_MS, ...options });
  t.teardown(() => connection.subject.destroy());
  return connection;
}

/** An agent that asks this one thing and prints the line that comes back. */
function asking(request: string): readonly string[] {
  return shell(`printf '%s\\n' '${request}'`, "IFS= read -r answer", `printf '%s\\n' "$answer"`);
}

/** The harness's answer to one request of an agent, as the agent read it. */
async function answerTo(t: Test, request: string, options?: Partial<ConnectionOptions>): Promise<string> {
  const connection = await open(t, asking(request), options);
  const frame = await connection.frame(({ number }) => number > 1);
  return frame?.text ?? "no answer";
}

test("request() gives the result or the error of the response with its id", async (t) => {
  const connection = await open(
    t,
    shell(
      "read -r line",
      `printf '%s\\n' '{"id":"1","result":"other type"}' '{"id":2,"result":"other id"}' '{"id":1.0,"result":{"x":1}}'`,
      "read -r line",
      `printf '%s\\n' '{"id":2,"error":{"code":-1,"message":"m"}}'`,
      "read -r line",
      `printf '%s\\n' '{"id":3,"result":null}'`,
      "read -r line",
    ),
  );

  t.match(await connection.request("m", {}), { kind: "result", result: { x: 1 }, frame: { number: 4 } });
  t.match(await connection.request("m", {}), { kind: "error", error: { code: -1 } });
  t.match(await connection.request("m", {}), { kind: "result", result: null });
});

test("send() and writeRaw() write exactly these bytes", async (t) => {
  const connection = await open(t, ["cat"]);

  connection.send({ jsonrpc: "2.0", method: "é" });
  connection.writeRaw("half");
  connection.writeRaw(Buffer.from([0xff, 0x0d, 0x0a]));
  const last = await connection.frame(({ number }) => number === 4);

  t.equal(connection.transcript.of("a2c")[0]?.text, '{"jsonrpc":"2.0","method":"é"}');
  t.same([last?.bytes.toString("latin1"), last?.eol], ["half\xff", "\r\n"]);
});

test("what a policy throws on is answered with an error, and the harness goes on", async (t) => {
  const throwing = {
    "_sync/fails": (): never => {
      throw new Error("no");
    },
    "_late/fails": async (): Promise<never> => await Promise.reject(new Error("no")),
  };

  for (const method of Object.keys(throwing)) {
    const answer = await answerTo(t, `{"id":1,"method":"${method}"}`, { policy: throwing });
    t.match(JSON.parse(answer), { id: 1, error: { code: -32603 } }, method);
  }
});

test("an answer goes back with the id exactly as the agent wrote it", async (t) => {
  const ids = ["9007199254740993", "1.0", "-0", "1e2", '"\\u0061"', '"\\ud800"', "null", "true"];

  for (const id of ids) {
    t.equal(
      await answerTo(t, `{"jsonrpc":"2.0","id":${id},"method":"none"}`),
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`,
      id,
    );
  }
});

test("an id that is no id is answered with null, however deep it nests", async (t) => {
  const nest = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

  t.match(await answerTo(t, `{"id":${nest},"method":"none"}`), /^\{"jsonrpc":"2\.0","id":null,"error":/);
});

test("a method that every object inherits is not served", async (t) => {
  for (const method of ["__proto__", "constructor", "toString"]) {
    t.match(await answerTo(t, `{"id":1,"method":"${method}"}`), /"id":1,"error":\{"code":-32601/, method);
  }
});

test("a policy answers the agent's requests, or holds them", async (t) => {
  const policy = {
    greet: ({ name = null }) => ({ result: { name } }),
    wait: (): "held" => "held",
  } as const;
  const later = await open(t, asking('{"id":7,"method":"wait"}'), { policy });

  t.equal(
    await answerTo(t, '{"id":1,"method":"greet","params":{"name":"x"}}', { policy }),
    '{"jsonrpc":"2.0","id":1,"result":{"name":"x"}}',
  );
  await later.frame(() => true);
  later.writeRaw("by the scenario\n");
  t.equal((await later.frame(({ number }) => number > 2))?.text, "by the scenario");
});

test("a notification of the agent gets no answer", async (t) => {
  const connection = await open(t, asking('{"method":"session/update"}'));
  await connection.frame(() => true);
  connection.writeRaw("first\n");

  t.equal((await connection.frame(({ number }) => number > 2))?.text, "first");
});

test("silence tells why there is no answer", async (t) => {
  const silent = await open(t, shell("cat >/dev/null"), { timeoutMs: 30 });
  const ended = await open(t, shell("read -r line", "exit 5"));
  const killed = await open(t, shell("read -r line", "kill -KILL $$"));
  const closed = await open(t, shell("read -r line", "exec >&-", "sleep 600"));

  t.match(await silent.request("m", {}), { kind: "silence", reason: "no answer within 30 ms" });
  const last = await ended.request("m", {});
  await ended.exited();
  t.match(last, {
    kind: "silence",
    reason: /^the agent (ended \(code 5\)|closed its stdout) without an answer$/,
  });
  t.match(await killed.request("m", {}), { kind: "silence", reason: /SIGKILL|closed its stdout/ });
  t.match(await closed.request("m", {}), { reason: "the agent closed its stdout without an answer" });
});

test("an unterminated last line is a frame when the agent ends", async (t) => {
  const connection = await open(t, shell(`printf '{"id":1,"result":7}'`));

  const frame = await connection.frame(() => true);

  t.match(frame, { eol: "", text: '{"id":1,"result":7}' });
});

test("an agent that floods without a newline is stopped at the limit", async (t) => {
  const connection = await open(t, shell("read -r line", "exec cat /dev/zero"));

  const reply = await connection.request("m", {});
  const [frame] = connection.transcript.of("a2c");

  t.match(reply, { kind: "silence", reason: /^the agent wrote \d+ bytes without a newline$/ });
  t.equal(frame?.bytes.length, 64 * 1024 * 1024);
  t.ok(frame !== undefined && frame.cutBytes < 1024 * 1024, "and no further than one read");
  t.equal((await connection.exited())?.signal, "SIGKILL");
});

test("frame() counts what is there already, from the frame number on that is asked for", async (t) => {
  const connection = await open(t, shell("echo one", "echo two", "read -r line", "echo three"));
  const second = await connection.frame(({ text }) => text === "two");

  t.equal((await connection.frame(() => true))?.text, "one");
  t.equal((await connection.frame(() => true, 1))?.text, "two");
  const third = connection.frame(() => true, second?.number);
  connection.writeRaw("go\n");
  t.equal((await third)?.text, "three");
  t.equal(await connection.frame(({ text }) => text === "four"), undefined, "nothing comes after the end");
});

test("endInput() lets the agent go, and close() tells how it went", async (t) => {
  const connection = await open(t, shell("cat >/dev/null", "echo bye", "exit 4"));

  connection.endInput();

  t.same(await connection.exited(), { code: 4, signal: null });
  t.equal(await connection.close(), "by itself");
  t.same(
    connection.transcript.of("a2c").map((frame) => [frame.text, connection.transcript.wasOpen("c2a", frame)]),
    [["bye", false]],
    "said behind the end of its input",
  );
});

test("an agent that cannot be started is a fault", async (t) => {
  await t.rejects(AgentConnection.open({ argv: ["acp-assay-no-such-command"], timeoutMs: LONG_MS }), {
    code: "untestable",
    message: 'Cannot start "acp-assay-no-such-command": command not found',
  });
});
