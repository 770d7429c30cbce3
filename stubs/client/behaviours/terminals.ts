import { Buffer } from "node:buffer";
import type { JsonObject } from "../../../src/wire/message.js";
import { type Answer, type Behaviour, mutant, type Overrides } from "../behaviour.js";
import { answer, changeResult, without } from "../change.js";
import type { RawClient } from "../client.js";
import { obedientAnswers } from "../obedient.js";
import type { Terminal } from "../terminals.js";

const CREATE = "terminal/create";
const OUTPUT = "terminal/output";
const WAIT = "terminal/wait_for_exit";
const KILL = "terminal/kill";
const RELEASE = "terminal/release";
const DONE: Answer = { result: {} };

/** Defects in running commands. */
export const terminalMutants: readonly Behaviour[] = [
  mutant(
    "terminal-unserved",
    "announces terminals and serves none",
    answer(CREATE, () => ({ error: { code: -32601, message: "Method not found" } })),
  ),
  mutant(
    "release-unserved",
    "has every terminal method but release",
    answer(RELEASE, () => ({ error: { code: -32601, message: "Method not found" } })),
  ),
  mutant(
    "create-number",
    "gives terminals a number",
    changeResult(CREATE, () => ({ terminalId: 5 })),
  ),
  mutant(
    "create-waits",
    "gives no terminal before its command has ended",
    answer(CREATE, async (params, client, id) => {
      const created = (await obedientAnswers[CREATE]?.(params, client, id)) ?? DONE;
      await [...client.terminals.byId.values()].at(-1)?.exit;
      return created;
    }),
  ),
  mutant(
    "splits-args",
    "splits arguments at spaces",
    changeCreate((params) => ({ ...params, args: split(params["args"]) })),
  ),
  mutant(
    "drops-env",
    "gives commands no environment of their own",
    changeCreate((params) => without(params, "env")),
  ),
  mutant(
    "drops-cwd",
    "runs every command where it runs itself",
    changeCreate((params) => without(params, "cwd")),
  ),
  mutant("exit-zero", "tells success for every command", {
    ...changeResult(WAIT, (status) => ({ ...status, exitCode: status["exitCode"] === null ? null : 0 })),
  }),
  mutant(
    "no-signals",
    "does not tell signals",
    changeResult(WAIT, (status) => ({ ...status, signal: null })),
  ),
  mutant(
    "waits-once",
    "knows the end of a command only while it is waited for",
    answer(WAIT, async ({ terminalId }, client) => {
      const terminal = client.terminals.byId.get(String(terminalId));
      if (terminal === undefined || (terminal.status !== undefined && waited.has(String(terminalId))))
        return UNKNOWN;
      waited.add(String(terminalId));
      return { result: await terminal.exit };
    }),
  ),
  mutant(
    "output-waits",
    "gives no output before the command has ended",
    answer(OUTPUT, async ({ terminalId }, client) => {
      const terminal = client.terminals.byId.get(String(terminalId));
      await terminal?.exit;
      return client.terminals.output(String(terminalId));
    }),
  ),
  mutant(
    "output-untold",
    "does not say whether output was cut",
    changeResult(OUTPUT, (result) => without(result, "truncated")),
  ),
  mutant(
    "early-status",
    "tells an exit status while the command runs",
    changeResult(OUTPUT, (result) =>
      "exitStatus" in result ? result : { ...result, exitStatus: { exitCode: null, signal: null } },
    ),
  ),
  mutant(
    "wait-at-once",
    "does not wait",
    answer(WAIT, ({ terminalId }, client) => {
      const terminal = client.terminals.byId.get(String(terminalId));
      return terminal === undefined
        ? UNKNOWN
        : { result: terminal.status ?? { exitCode: null, signal: null } };
    }),
  ),
  mutant(
    "status-nested",
    "wraps the status of a wait",
    changeResult(WAIT, (status) => ({ ...status, exitStatus: status })),
  ),
  mutant("one-at-a-time", "serves no terminal while it waits for one", {
    answers: {
      [WAIT]: async ({ terminalId }, client) => {
        const answered = client.terminals.waitForExit(String(terminalId));
        waiting = answered;
        return await answered;
      },
      [OUTPUT]: async ({ terminalId }, client) => {
        await waiting;
        return client.terminals.output(String(terminalId));
      },
    },
  }),
  mutant(
    "kills-nothing",
    "does not kill what it is told to",
    answer(
      KILL,
      onKnown(() => undefined),
    ),
  ),
  mutant(
    "kill-forgets",
    "forgets a terminal when it kills its command",
    answer(
      KILL,
      onKnown((terminal, id, client) => {
        terminal.process.kill("SIGKILL");
        client.terminals.byId.delete(id);
      }),
    ),
  ),
  mutant(
    "kill-true",
    "answers a kill with true",
    changeResult(KILL, () => true),
  ),
  mutant(
    "release-true",
    "answers a release with true",
    changeResult(RELEASE, () => true),
  ),
  mutant(
    "release-keeps",
    "keeps terminals that are released",
    answer(
      RELEASE,
      onKnown((terminal) => terminal.process.kill("SIGKILL")),
    ),
  ),
  mutant(
    "release-spares",
    "lets commands run on that are released",
    answer(
      RELEASE,
      onKnown((_, id, client) => client.terminals.byId.delete(id)),
    ),
  ),
  mutant(
    "keeps-head",
    "keeps the beginning of output that outgrows its limit",
    onOutput((terminal) => (terminal.isTruncated ? "number 0\n" : undefined)),
  ),
  mutant(
    "no-limit",
    "keeps all output whatever its limit",
    changeCreate((params) => without(params, "outputByteLimit")),
  ),
  mutant(
    "cuts-characters",
    "cuts output inside a character",
    onOutput((terminal) =>
      terminal.isTruncated && terminal.limitBytes < 10
        ? `\ufffd${terminal.output.toString("utf8")}`.slice(0, terminal.limitBytes)
        : undefined,
    ),
  ),
  mutant(
    "never-truncated",
    "never says that it cut",
    changeResult(OUTPUT, (result) => ({ ...result, truncated: false })),
  ),
];

const UNKNOWN: Answer = { error: { code: -32002, message: "No such terminal" } };
const waited = new Set<string>();
let waiting: Promise<unknown> = Promise.resolve();

function changeCreate(change: (params: JsonObject) => JsonObject): Overrides {
  return answer(CREATE, (params, client) =>
    typeof params["command"] === "string"
      ? client.terminals.create(change(params))
      : { error: { code: -32602, message: "Invalid params" } },
  );
}

function onKnown(
  act: (terminal: Terminal, id: string, client: RawClient) => unknown,
): (params: JsonObject, client: RawClient) => Answer {
  return ({ terminalId }, client) => {
    const terminal = client.terminals.byId.get(String(terminalId));
    if (terminal === undefined) return UNKNOWN;
    act(terminal, String(terminalId), client);
    return DONE;
  };
}

/** Shows another output for terminals of a kind. */
function onOutput(show: (terminal: Terminal) => string | undefined): Overrides {
  return answer(OUTPUT, ({ terminalId }, client) => {
    const terminal = client.terminals.byId.get(String(terminalId));
    const answered = typeof terminalId === "string" ? client.terminals.output(terminalId) : INVALID;
    const output = terminal === undefined ? undefined : show(terminal);
    if (output === undefined || answered === "silence" || !("result" in answered)) return answered;
    return { result: { ...(answered.result as JsonObject), output: Buffer.from(output).toString("utf8") } };
  });
}

const INVALID: Answer = { error: { code: -32602, message: "Invalid params" } };

function split(args: JsonObject[string] | undefined): string[] {
  return (Array.isArray(args) ? args : []).flatMap((one) =>
    String(one) === "a b" ? ["a", "b"] : [String(one)],
  );
}
