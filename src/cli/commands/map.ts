import { type Command, Option } from "commander";
import { type Level, redactionFloor } from "../../mapping/mapping.js";
import { LEVELS } from "../../mapping/posture/level.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";
import { mapTrace } from "../map-trace.js";
import { homeDirectory } from "../tee/state-directory.js";

/** `map`: the events that the frames of a recorded trace make. */
export function register(program: Command, context: CliContext): void {
  program
    .command("map")
    .summary("print the AEP events that the frames of a trace make, one JSON a line")
    .argument("<trace>", "a trace file, as acp-tee --trace writes it")
    .addOption(new Option("--capture <level>", "the highest level of content").choices(LEVELS))
    .option("--deltas", "chunks of messages too, at --capture redacted or above", false)
    .action(async (path: string, { capture, deltas }: { capture?: Level; deltas: boolean }) => {
      await mapTrace(path, {
        deltas,
        ...(capture !== undefined && { ceiling: capture }),
        redact: redactionFloor({ home: homeDirectory() }),
      });
      context.exit(EXIT.ok);
    });
}
