import { changeLines } from "../codegen/diff/diff-text.js";
import { type Pulled, type PulledSchema, pull } from "../codegen/registry/pull.js";
import { schemaPath } from "../codegen/vendored.js";
import type { CliContext } from "./command.js";
import { EXIT } from "./exit-code.js";
import { unlessInterrupted } from "./schema-interruption.js";

/** `schema pull`: pins the schemas of a release, all or none. */
export function pullSchemas(context: CliContext, root: string, version: string): Promise<void> {
  return unlessInterrupted(context, async () => {
    const pulled = await pull({ root, version, signal: context.signal });
    process.stdout.write(render(pulled));
    context.exit(EXIT.ok);
  });
}

function render({ version, schemas, untouched, changed }: Pulled): string {
  const next = changed ? "next: npm run generate\n" : "nothing to change\n";
  return [
    `schema pull: ${version}, integrity verified\n`,
    ...schemas.map(describe),
    ...untouched.map((id) => `${id}: stays as it is\n`),
    next,
  ].join("");
}

/** What a schema became, and the changes that matter on the wire. */
function describe({ pinning, diff, unreadable }: PulledSchema): string {
  const { id, lock } = pinning;
  const word = diff === undefined ? "new" : diff.severity === "none" ? "unchanged" : diff.severity;
  const changes = diff?.changes.filter(({ severity }) => severity !== "text") ?? [];
  return [
    `${id}: ${word}, ${lock.definitions} definitions, ${lock.methods} methods, ${schemaPath(id)}\n`,
    unreadable === undefined ? "" : `${id}: generate will fail: ${unreadable}\n`,
    changeLines(changes).replaceAll(/^(?=.)/gm, "  "),
  ].join("");
}
