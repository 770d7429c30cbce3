import type { Command } from "commander";
import { generate } from "../../codegen/generate.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";

/** `schema`: job 3, everything that follows from the vendored schemas. */
export function register(program: Command, context: CliContext): void {
  const schema = program.command("schema").summary("regenerate what follows from the vendored schemas");
  schema
    .command("generate")
    .summary("write types and method tables from schema/")
    .option("--check", "write nothing; fail with the difference when something is stale", false)
    .action(async ({ check }: { check: boolean }) => {
      const { changed, diff } = await generate({ check });
      if (check && changed.length > 0) {
        process.stderr.write(`${diff}\nacp-assay: stale: ${changed.join(", ")}; run npm run generate\n`);
        context.exit(EXIT.failed);
        return;
      }
      const word = changed.length === 0 ? "nothing to change" : `wrote ${changed.join(", ")}`;
      process.stdout.write(`schema generate: ${check ? "up to date" : word}\n`);
      context.exit(EXIT.ok);
    });
}
