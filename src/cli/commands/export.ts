import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { type Failure, loadFailures } from "../../engine/failure.js";
import { Fault } from "../../fault.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";
import { asJsonl } from "../exports/as-jsonl.js";
import { asSh } from "../exports/as-sh.js";
import { asTest } from "../exports/as-test.js";

const FORMS: Readonly<Record<string, (failure: Failure) => string>> = {
  test: asTest,
  jsonl: asJsonl,
  sh: asSh,
};

interface ExportFlags {
  readonly as: string;
  readonly output: string;
}

/** `export`: a saved failure as a regression that stands by itself. */
export function register(program: Command, context: CliContext): void {
  program
    .command("export")
    .summary("write a saved failure as a test, a script or a trace")
    .argument("<failure>", "an id or a failure file")
    .addOption(
      new Option("--as <form>", "test: for node --test; sh: a script; jsonl: its frames as trace lines")
        .choices(Object.keys(FORMS))
        .makeOptionMandatory(),
    )
    .option("-o, --output <file>", "where to write it; - is stdout", "-")
    .action((place: string, { as: form, output }: ExportFlags) => {
      const [failure, ...others] = loadFailures(place);
      if (failure === undefined || others.length > 0)
        throw new Fault("usage", `Cannot export "${place}": it is a folder, and one failure is wanted`);
      const write = FORMS[form];
      if (write === undefined) throw new Fault("harness", `Cannot export as "${form}"`);
      const text = write(failure);
      if (text === "")
        throw new Fault("usage", `Cannot export "${failure.id}" as ${form}: no frames were saved with it`);
      put(text, output);
      context.exit(EXIT.ok);
    });
}

function put(text: string, output: string): void {
  if (output === "-") {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(output, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault("usage", `Cannot write "${output}": ${reason}`, { cause: error });
  }
}
