import type { Command } from "commander";
import { undoInterrupted } from "../../codegen/registry/replace-files.js";
import type { CliContext } from "../command.js";
import { packagePlace } from "../package-place.js";
import { compareSchemas } from "../schema-diff.js";
import { generateFiles } from "../schema-generate.js";
import { pullSchemas } from "../schema-pull.js";
import { showStatus } from "../schema-status.js";

/** `schema`: job 3, what is vendored, what the vendor has, what differs, and what follows from it. */
export function register(program: Command, context: CliContext): void {
  const root = packagePlace("");
  const schema = program
    .command("schema")
    .summary("follow the vendor's schemas: status, pull, diff, generate")
    .hook("preAction", () => {
      if (undoInterrupted(root)) process.stderr.write("acp-assay: undid a pull that was interrupted\n");
    });
  schema
    .command("status")
    .summary("compare what is pinned with what the npm registry has; exit 1 when a drift trigger fired")
    .option("--json", "as JSON", false)
    .action(({ json }: { json: boolean }) => showStatus(context, root, json));
  schema
    .command("pull")
    .summary("pin the schemas of an SDK release")
    .argument("[version]", "a version of the SDK, or a dist-tag", "latest")
    .action((version: string) => pullSchemas(context, root, version));
  schema
    .command("diff")
    .summary("list and classify every change between two schemas")
    .argument("<before>", "a schema id such as v1, or a file")
    .argument("<after>", "a schema id, or a file")
    .option("--json", "as JSON", false)
    .action((before: string, after: string, { json }: { json: boolean }) =>
      compareSchemas(context, root, { before, after, json }),
    );
  schema
    .command("generate")
    .summary("write types and method tables from schema/")
    .option("--check", "write nothing; fail with the difference when something is stale", false)
    .action(({ check }: { check: boolean }) => generateFiles(context, check));
}
