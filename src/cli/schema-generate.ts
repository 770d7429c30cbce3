import { Fault } from "../fault.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";

type Generator = typeof import("../codegen/generate.js");

/** `schema generate`: brings generated/ in line with schema/, or tells where it is not. */
export async function generateFiles(context: CliContext, check: boolean): Promise<void> {
  const { generate } = await loadGenerator();
  const { changed, diff } = await generate({ check });
  if (check && changed.length > 0) {
    process.stderr.write(`${diff}\nacp-assay: stale: ${changed.join(", ")}; run npm run generate\n`);
    context.exit(EXIT.failed);
    return;
  }
  const word = changed.length === 0 ? "nothing to change" : `wrote ${changed.join(", ")}`;
  process.stdout.write(`schema generate: ${check ? "up to date" : word}\n`);
  context.exit(EXIT.ok);
}

/** The generator stands on development dependencies, which an installed package comes without. */
async function loadGenerator(): Promise<Generator> {
  try {
    return await import("../codegen/generate.js");
  } catch (error) {
    const missing = /Cannot find package '([^']+)'/.exec(String(error))?.[1];
    if (missing === undefined) throw error;
    throw new Fault(
      "usage",
      `Cannot generate: ${missing} is not installed; generate in a checkout of the project`,
      {
        cause: error,
      },
    );
  }
}
