import type { Command } from "commander";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";

/** `tee`: only its place in the help. The program itself is started by main.ts, before anything else is loaded. */
export function register(program: Command, context: CliContext): void {
  program
    .command("tee")
    .summary("the byte-transparent bridge, as acp-tee")
    .usage("[options] -- AGENT…")
    .action(() => context.exit(EXIT.usage));
}
