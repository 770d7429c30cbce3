import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";

/** Runs what Ctrl-C may end at any moment, and then says so instead of whatever it failed with. */
export async function unlessInterrupted(context: CliContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!context.signal.aborted) throw error;
    process.stderr.write("acp-assay: interrupted; nothing was changed\n");
    context.exit(EXIT.interrupted);
  }
}
