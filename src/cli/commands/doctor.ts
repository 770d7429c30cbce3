import type { Command } from "commander";
import { type Handshake, shakeHands } from "../../engine/agent-facts.js";
import { type CliContext, requireSubject } from "../command.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { DEFAULT_TIMEOUT_MS, milliseconds } from "../run-options.js";

/** `doctor`: one handshake, and what the agent said. The first thing to run on a new agent. */
export function register(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .summary("start an agent, shake hands once, say what it answered")
    .usage("[options] -- AGENT…")
    .option("--timeout <ms>", "how long one answer may take", milliseconds, DEFAULT_TIMEOUT_MS)
    .action(async ({ timeout }: { timeout: number }) => {
      const argv = requireSubject(context, "doctor");
      const handshake = await shakeHands({ argv, protocolVersion: 1, timeoutMs: timeout });
      const { facts, noiseLines, sessionNew, sessionSilence } = handshake;
      const noise =
        noiseLines.length === 0 ? "none" : `${noiseLines.length} lines, first ${shown(noiseLines[0])}`;
      const rows = [
        ["agent", argv.join(" ")],
        ["initialize", shown(facts.initialize)],
        ["session/new", sessionSilence ?? shown(sessionNew)],
        ["noise", noise],
        ["verdict", verdictOf(handshake)],
      ];
      process.stdout.write(rows.map(([name = "", text]) => `${name.padEnd(12)} ${text}\n`).join(""));
      context.exit(exitCodeOf(handshake));
    });
}

/** Longer answers are cut: this is a first look. */
const LONGEST_ROW = 2000;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= LONGEST_ROW ? text : `${text.slice(0, LONGEST_ROW)}… (${text.length} characters)`;
}

function verdictOf({ wantsLogin, sessionSilence }: Handshake): string {
  if (wantsLogin) return "it answers, and wants a login before a session";
  return sessionSilence === undefined ? "it answers" : "it answers initialize, but gives no session";
}

function exitCodeOf({ wantsLogin, sessionSilence }: Handshake): ExitCode {
  if (wantsLogin) return EXIT.untestable;
  return sessionSilence === undefined ? EXIT.ok : EXIT.failed;
}
