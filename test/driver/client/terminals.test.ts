import { test } from "tap";
import { at } from "../../../conformance/scenarios/steps/reply.js";
import { Terminals } from "../../../src/driver/client/terminals.js";
import { Workspace } from "../../../src/driver/client/workspace.js";
import type { Answer } from "../../../src/driver/client-policy.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";

function resultOf(answer: Answer): JsonObject {
  return answer !== "held" && "result" in answer ? (answer.result as JsonObject) : {};
}

async function start(
  terminals: Terminals,
  script: string,
  params: JsonObject = {},
): Promise<Json | undefined> {
  const made = await terminals.create({ sessionId: "s", command: "sh", args: ["-c", script], ...params });
  return at(resultOf(made), "terminalId");
}

test("a command runs in the workspace, with its arguments and variables as they are", async (t) => {
  const root = t.testdir({});
  const terminals = new Terminals(new Workspace(root));
  const params = { env: [{ name: "STUB_WORD", value: "a  b" }] };
  const terminalId = await start(terminals, 'printf "%s|%s" "$PWD" "$STUB_WORD"; exit 3', params);

  t.same(await terminals.waitForExit({ sessionId: "s", terminalId: terminalId ?? "" }), {
    result: { exitCode: 3, signal: null },
  });
  t.same(terminals.output({ sessionId: "s", terminalId: terminalId ?? "" }), {
    result: {
      output: `${new Workspace(root).root}|a  b`,
      truncated: false,
      exitStatus: { exitCode: 3, signal: null },
    },
  });
});

test("output is kept from its end, as far as the limit allows, and never begins within a character", async (t) => {
  const terminals = new Terminals(new Workspace(t.testdir({})));
  const terminalId = (await start(terminals, "printf 'abcdéf'", { outputByteLimit: 2 })) ?? "";
  await terminals.waitForExit({ sessionId: "s", terminalId });

  t.match(terminals.output({ sessionId: "s", terminalId }), { result: { output: "f", truncated: true } });
});

test("a killed command keeps its terminal, a released one does not", async (t) => {
  const terminals = new Terminals(new Workspace(t.testdir({})));
  const ids = [await start(terminals, "sleep 600"), await start(terminals, "sleep 600")];
  const [killed, released] = ids.map((terminalId) => ({ sessionId: "s", terminalId: terminalId ?? "" }));
  if (killed === undefined || released === undefined) throw new Error("two terminals were made");

  t.match(terminals.output(killed), { result: { output: "" } });
  t.notOk("exitStatus" in resultOf(terminals.output(killed)), "it runs");
  t.same(terminals.kill(killed), { result: {} });
  t.same(await terminals.waitForExit(killed), { result: { exitCode: null, signal: "SIGKILL" } });
  t.match(terminals.output(killed), { result: { exitStatus: { signal: "SIGKILL" } } });
  const waiting = terminals.waitForExit(released);
  t.same(terminals.release(released), { result: {} });
  t.match(await waiting, { result: { signal: "SIGKILL" } }, "who waits gets the end");
  t.match(terminals.output(released), { error: { code: -32002 } });
  t.equal(terminals.isRunning, false);
});

test("what cannot be served is an error", async (t) => {
  const terminals = new Terminals(new Workspace(t.testdir({})));
  const terminalId = (await start(terminals, "exit 0")) ?? "";

  t.match(await terminals.create({ sessionId: "s", command: "acp-assay-no-such-command" }), {
    error: { code: -32002, message: /command not found/ },
  });
  t.match(await terminals.create({ sessionId: "s", command: "true", cwd: "/" }), { error: { code: -32602 } });
  t.match(await terminals.create({ sessionId: "s" }), { error: { code: -32602 } });
  t.match(
    terminals.output({ sessionId: "other", terminalId }),
    { error: { code: -32002 } },
    "another session",
  );
});

test("values that cannot be made a text by themselves are answered like any other", async (t) => {
  const terminals = new Terminals(new Workspace(t.testdir({})));
  const odd: JsonObject = { toString: 1, valueOf: 2 };

  t.match(await terminals.create({ command: "true", args: [odd] }), { result: { terminalId: /^acp/ } });
  t.match(terminals.output({ sessionId: "s", terminalId: odd }), { error: { code: -32002 } });
});

test("of a command that writes without end no more is kept than a client can hold", async (t) => {
  const terminals = new Terminals(new Workspace(t.testdir({})));
  const script = "head -c 40000000 /dev/zero; printf end";
  const terminalId = (await start(terminals, script, { outputByteLimit: 1e15 })) ?? "";
  await terminals.waitForExit({ sessionId: "s", terminalId });

  const { output, truncated } = resultOf(terminals.output({ sessionId: "s", terminalId }));
  t.equal(String(output).length, 16 * 1024 * 1024);
  t.ok(String(output).endsWith("end"));
  t.equal(truncated, true);
});
