import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type Editor, launch } from "./editor.js";
import { behindTee, fixture, shell, TEE_MODES, type TeeMode } from "./subject.js";

/** Signals that an agent can handle; the one that ends this agent comes last. */
const HANDLED = ["SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGTERM"] as const;

export type Way = "direct" | TeeMode;
export const WAYS: readonly Way[] = ["direct", ...TEE_MODES];

/** Whom the editor sends a signal to: the process that it started, or the group of that. */
export type Target = "process" | "group";
export const TARGETS: readonly Target[] = ["process", "group"];

/** What became of each signal, in words of docs/acp-tee.md; the order is that in which they were sent. */
export type Received = ReadonlyMap<NodeJS.Signals, string>;

/** A stopped process is one a moment after the signal. */
const SETTLED_MS = 60;
const COUNTS = ["never", "once", "twice"];

/** Sends each signal to an agent of its own kind, and says what the agent received. */
export async function receivedSignals(
  way: Way,
  target: Target,
  teardown: (stop: () => void) => unknown,
): Promise<Received> {
  const start = (agent: readonly string[]): Promise<Editor> =>
    launch(teardown, "sockets", way === "direct" ? agent : behindTee(agent, way), { detached: true });
  const [handled, killed, stopped] = await Promise.all([
    handledSignals(await start(fixture("counts-signals")), target),
    afterKill(await start(shell("echo ready; while read -r _; do :; done; echo 'stdin ended' >&2")), target),
    afterStop(await start(shell("echo $$; cat")), target),
  ]);
  return new Map([...handled, ["SIGKILL", killed], ...stopped]);
}

async function handledSignals(editor: Editor, target: Target): Promise<[NodeJS.Signals, string][]> {
  await editor.sees("ready");
  for (const signal of HANDLED) {
    send(editor, target, signal);
    await editor.sees(signal);
  }
  const lines = (await editor.stdout).split("\n");
  const isInOrder = [...new Set(lines)].join() === ["ready", ...HANDLED, ""].join();
  if ((await editor.exit) !== "code 9" || !isInOrder) throw new Error(`Cannot accept ${lines}`);
  return HANDLED.map((signal) => [signal, COUNTS[lines.filter((line) => line === signal).length] ?? "often"]);
}

async function afterKill(editor: Editor, target: Target): Promise<string> {
  await editor.sees("ready");
  send(editor, target, "SIGKILL");
  const stderr = await editor.stderr;
  return stderr === "" ? "dies" : "sees stdin end";
}

async function afterStop(editor: Editor, target: Target): Promise<[NodeJS.Signals, string][]> {
  const pid = await editor.sees("\n");
  send(editor, target, "SIGSTOP");
  await delay(SETTLED_MS);
  const isStopped = stateOf(pid) === "T";
  send(editor, target, "SIGCONT");
  await delay(SETTLED_MS);
  const goesOn = stateOf(pid) !== "T";
  editor.input.end();
  await editor.exit;
  return [
    ["SIGSTOP", isStopped ? "stops" : "runs on"],
    ["SIGCONT", goesOn ? "runs on" : "stays stopped"],
  ];
}

function send({ child }: Editor, target: Target, signal: NodeJS.Signals): void {
  const pid = child.pid ?? 0;
  process.kill(target === "group" ? -pid : pid, signal);
}

function stateOf(pid: string): string | undefined {
  return readFileSync(`/proc/${pid.trim()}/stat`, "utf8").split(") ").at(-1)?.[0];
}
