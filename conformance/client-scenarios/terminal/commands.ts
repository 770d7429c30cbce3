import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import { at, framesOf, member, shortly, told } from "../../scenarios/steps/reply.js";
import type { ClientTurn } from "../steps/turn.js";
import { finished, onTerminal, outputOf, started, withTerminals } from "./terminals.js";

const ARGS = "acp.v1.terminal.args-literal";
const ENV = "acp.v1.terminal.env-applied";
const CWD = "acp.v1.terminal.cwd-applied";
const CODE = "acp.v1.terminal.exit-code";
const SIGNAL = "acp.v1.terminal.signal";
const AFTER = "acp.v1.terminal.wait-after-exit";
const NOTES = {
  inherited: "acp.v1.terminal.env-inheritance",
  cwd: "acp.v1.terminal.cwd-default",
  stderr: "acp.v1.terminal.stderr-merged",
  utf8: "acp.v1.terminal.output-utf8",
  shell: "acp.v1.terminal.shell",
  spawn: "acp.v1.terminal.spawn-failure",
} as const;

/** Arguments that a shell would change. */
const ODD_ARGUMENTS: readonly string[] = ["a b", "", "$HOME", "'\"", "*", "é 😀"];

/** What a command gets and how its end is told (docs/protocol/v1/terminals.mdx, "Executing Commands"). */
export const commands: ClientScenario = withTerminals(
  "terminal/commands",
  [ARGS, ENV, CWD, CODE, SIGNAL, AFTER, ...Object.values(NOTES)],
  async (stage, turn) => {
    const args = ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...ODD_ARGUMENTS];
    judgeOutput(
      stage,
      ARGS,
      (await finished(turn, "", { args }))?.output,
      `${JSON.stringify(ODD_ARGUMENTS)}\n`,
    );
    const env = [{ name: "ACP_ASSAY_VALUE", value: "é $HOME" }];
    const printValue = "process.stdout.write(process.env.ACP_ASSAY_VALUE ?? 'nothing')";
    judgeOutput(stage, ENV, (await finished(turn, printValue, { env }))?.output, "é $HOME");
    const cwd = await realpath(tmpdir());
    const printCwd = "process.stdout.write(process.cwd())";
    judgeOutput(stage, CWD, (await finished(turn, printCwd, { cwd }))?.output, cwd);
    for (const code of [0, 3, 255]) await judgeCode(stage, turn, code);
    await judgeSignal(stage, turn);
    await note(stage, turn, printCwd);
  },
);

function judgeOutput(stage: ClientStage, id: string, reply: Reply | undefined, expected: string): void {
  // A client refuses a command for reasons of its own.
  if (reply === undefined) return;
  stage.expect(id, outputOf(reply) === expected, () => ({
    expected: `output ${shortly(expected)}`,
    actual: outputOf(reply) === undefined ? told(reply) : `output ${shortly(outputOf(reply))}`,
    frames: framesOf(reply),
  }));
}

async function judgeCode(stage: ClientStage, turn: ClientTurn, code: number): Promise<void> {
  const terminal = await started(turn, `process.exit(${code})`);
  if (terminal === undefined) return;
  const first = await onTerminal(turn, "wait_for_exit", terminal);
  const again = await onTerminal(turn, "wait_for_exit", terminal);
  const output = await onTerminal(turn, "output", terminal);
  await onTerminal(turn, "release", terminal);
  const told3 = [
    exitOf(first),
    output.kind === "result" ? at(output.result, "exitStatus", "exitCode") : undefined,
  ];
  stage.expect(
    CODE,
    told3.every((one) => one === code),
    () => ({
      expected: `exit code ${code} in the answers to wait_for_exit and output`,
      actual: told3.map(shortly).join(" and "),
      frames: [...framesOf(first), ...framesOf(output)],
    }),
  );
  stage.expect(AFTER, exitOf(again) === exitOf(first) && again.kind === "result", () => ({
    expected: "the status again when it is waited for after the exit",
    actual: told(again),
    frames: [...framesOf(first), ...framesOf(again)],
  }));
}

function exitOf(reply: Reply): ReturnType<typeof member> {
  return reply.kind === "result" ? member(reply.result, "exitCode") : undefined;
}

async function judgeSignal(stage: ClientStage, turn: ClientTurn): Promise<void> {
  const exit = (await finished(turn, "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60000)"))
    ?.exit;
  if (exit === undefined) return;
  const signal = exit.kind === "result" ? member(exit.result, "signal") : undefined;
  stage.expect(SIGNAL, typeof signal === "string" && signal !== "", () => ({
    expected: "the signal that ended the command",
    actual: told(exit),
    frames: framesOf(exit),
  }));
}

async function note(stage: ClientStage, turn: ClientTurn, printCwd: string): Promise<void> {
  const inherited = await finished(turn, "process.stdout.write(String('PATH' in process.env))");
  stage.recorded(NOTES.inherited, `PATH is inherited: ${outputOf(inherited?.output) ?? "not known"}`);
  const where = outputOf((await finished(turn, printCwd))?.output);
  stage.recorded(
    NOTES.cwd,
    where === turn.cwd ? "without cwd, the session's" : `without cwd: ${shortly(where)}`,
  );
  const both = await finished(turn, "process.stdout.write('out'); process.stderr.write('err')");
  stage.recorded(NOTES.stderr, `a command that writes "out" and "err": ${shortly(outputOf(both?.output))}`);
  const bytes = await finished(turn, "process.stdout.write(Buffer.from([0x61, 0xff, 0x62]))");
  stage.recorded(NOTES.utf8, `bytes that are not UTF-8: ${shortly(outputOf(bytes?.output))}`);
  const line = await turn.ask("terminal/create", { command: "echo a && echo b" });
  stage.recorded(NOTES.shell, `a command of a whole shell line: ${told(line)}`);
  const missing = await turn.ask("terminal/create", { command: "acp-assay-no-such-program" });
  stage.recorded(NOTES.spawn, `a program that does not exist: ${told(missing)}`);
}
