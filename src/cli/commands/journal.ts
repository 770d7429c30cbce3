import type { Command } from "commander";
import type { CliContext } from "../command.js";

/**
 * `journal`: verify, identify, compare and replay the journals that acp-tee writes. Each part is loaded when it is asked
 * for: only a replay needs the schemas.
 */
export function register(program: Command, context: CliContext): void {
  const journal = program
    .command("journal")
    .summary("verify, compare and replay the hash-chained record of a session");
  journal
    .command("verify")
    .summary(
      "compute every hash anew; exit 1 and the first step that differs when it is not as it was written",
    )
    .argument("<file>", "a journal")
    .option(
      "--head <hash>",
      "the head as you kept it: the only thing that shows a journal rewritten as a whole",
    )
    .option("--without-seal", "accept a journal whose seal file is missing", false)
    .option("--strict", "fail too when the writer did not come to its end", false)
    .option("--json", "as JSON", false)
    .action(async (file: string, options) => {
      const { verifyFile } = await import("../journal-verify.js");
      verifyFile(context, file, options);
    });
  journal
    .command("head")
    .summary("print the head, which names the session; exit 1 when the journal does not verify")
    .argument("<file>", "a journal")
    .option("--without-seal", "accept a journal whose seal file is missing", false)
    .action(async (file: string, options) => {
      const { showHead } = await import("../journal-verify.js");
      showHead(context, file, options);
    });
  journal
    .command("compare")
    .summary("name the first frame in which two journals differ; exit 1 when there is one")
    .argument("<expected>", "a journal")
    .argument("<actual>", "another one")
    .option("--lifecycle", "compare what happened, not what was said", false)
    .option("--json", "as JSON", false)
    .action(async (expected: string, actual: string, options) => {
      const { compareFiles } = await import("../journal-compare.js");
      compareFiles(context, { expected, actual, ...options });
    });
  journal
    .command("replay")
    .summary("judge every frame again and print the session's steps; or journal a trace")
    .argument("<file>", "a journal, or with --journal a trace that acp-tee wrote")
    .option("--journal <file>", "journal the frames of the trace here")
    .option("--published", "in the published format, byte for byte", false)
    .option("--json", "as JSON", false)
    .action(async (file: string, options) => {
      const { replayFile } = await import("../journal-replay.js");
      replayFile(context, file, options);
    });
}
