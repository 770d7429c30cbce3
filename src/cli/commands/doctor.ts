import type { Command } from "commander";
import { shakeHands } from "../../engine/agent-facts.js";
import { type CliContext, requireSubject } from "../command.js";
import { EXIT } from "../exit-code.js";
import { DEFAULT_TIMEOUT_MS } from "../run-check.js";
import { milliseconds } from "../run-options.js";

/** `doctor`: one handshake, and what the agent said. The first thing to run on a new agent. */
export function register(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .summary("start an agent, shake hands once, say what it answered")
    .usage("[options] -- AGENT…")
    .option("--timeout <ms>", "how long one answer may take", milliseconds, DEFAULT_TIMEOUT_MS)
    .action(async ({ timeout }: { timeout: number }) => {
      const argv = requireSubject(context, "doctor");
      const { facts, noiseLines, wantsLogin, sessionNew } = await shakeHands({
        argv,
        protocolVersion: 1,
        timeoutMs: timeout,
      });
      const rows = [
        ["agent", argv.join(" ")],
        ["initialize", JSON.stringify(facts.initialize)],
        ["session/new", JSON.stringify(sessionNew)],
        [
          "noise",
          noiseLines.length === 0
            ? "none"
            : `${noiseLines.length} lines, first ${JSON.stringify(noiseLines[0])}`,
        ],
        ["verdict", wantsLogin ? "it answers, and wants a login before a session" : "it answers"],
      ];
      process.stdout.write(rows.map(([name = "", text]) => `${name.padEnd(12)} ${text}\n`).join(""));
      context.exit(wantsLogin ? EXIT.untestable : EXIT.ok);
    });
}
