import { Command, CommanderError } from "commander";
import { destroyAllSubjects } from "../driver/subject-process.js";
import { printable } from "../engine/report/printable.js";
import { Fault } from "../fault.js";
import type { CliContext, RegisterCommand } from "./command.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.js";
import { packageVersion } from "./package-place.js";

/** One file a command, loaded only when it is the one that is asked for: a fuzzer's libraries are no business of `list`. */
const COMMANDS: Readonly<Record<string, () => Promise<{ readonly register: RegisterCommand }>>> = {
  check: () => import("./commands/check.js"),
  fuzz: () => import("./commands/fuzz.js"),
  doctor: () => import("./commands/doctor.js"),
  list: () => import("./commands/list.js"),
  explain: () => import("./commands/explain.js"),
  replay: () => import("./commands/replay.js"),
  export: () => import("./commands/export.js"),
  lint: () => import("./commands/lint.js"),
  map: () => import("./commands/map.js"),
  tee: () => import("./commands/tee.js"),
  journal: () => import("./commands/journal.js"),
  receive: () => import("./commands/receive.js"),
  schema: () => import("./commands/schema.js"),
  matrix: () => import("./commands/matrix.js"),
  demo: () => import("./commands/demo.js"),
};

const EXIT_CODES = `
Exit codes: 0 no unexpected failure, 1 failure, 2 usage, 3 harness fault, 4 nothing was tested, 130 interrupted`;

/** Aborted at Ctrl-C; every subject that runs is ended then. */
const interruption = new AbortController();

/** Parses the command line and runs the command that it names. */
async function run(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      interruption.abort();
      destroyAllSubjects();
    });
  }
  // Whoever reads our output may stop early, as `head` does; the exit code stays the verdict's.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const cut = argv.indexOf("--");
  const context: CliContext = {
    subject: cut === -1 ? undefined : argv.slice(cut + 1),
    signal: interruption.signal,
    exit: (code) => {
      exitCode = code;
    },
  };
  const program = new Command("acp-assay")
    .description("Conformance harness and fuzzer for the Agent Client Protocol")
    .version(packageVersion())
    .addHelpText("after", EXIT_CODES)
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .exitOverride();
  for (const { register } of await commandsFor(argv)) register(program, context);
  for (const command of program.commands) command.copyInheritedSettings(program);
  await program.parseAsync(cut === -1 ? argv : argv.slice(0, cut), { from: "user" });
  return exitCode;
}

/** The command that is named first, none for the version; all of them where help or a guess may be wanted. */
async function commandsFor([name = ""]: readonly string[]): Promise<
  { readonly register: RegisterCommand }[]
> {
  if (name === "--version" || name === "-V") return [];
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return await Promise.all((known === undefined ? Object.values(COMMANDS) : [known]).map((load) => load()));
}

/** Every error is one line that says whose it is; words of a subject in it must not steer the terminal. */
function oneLine(text: string): string {
  const words = text
    .trim()
    .replace(/^error: /, "")
    .replaceAll("\n", " ");
  return `acp-assay: ${printable(words)}\n`;
}

function report(error: unknown): ExitCode {
  if (interruption.signal.aborted) {
    process.stderr.write(oneLine("Interrupted"));
    return EXIT.interrupted;
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const isFault = error instanceof Fault;
  const message = isFault ? error.message : `The harness broke: ${String(error)}`;
  // What is wrong with a file of the user's comes one error a line.
  const lines = isFault && error.code === "usage" ? message.split("\n") : [message];
  for (const line of lines) process.stderr.write(oneLine(line));
  if (process.env["ACP_ASSAY_DEBUG"] !== undefined && error instanceof Error) {
    process.stderr.write(`${error.stack}\n${String(error.cause ?? "")}\n`);
  }
  return isFault ? exitCodeOf(error.code) : EXIT.harness;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = report(error);
}
