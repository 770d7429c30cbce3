import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Command } from "commander";
import { Fault } from "../../fault.js";
import type { CliContext } from "../command.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { packagePlace } from "../package-place.js";

const NODE = process.execPath;
const TEE = packagePlace("dist/acp-tee.cjs");
const EDITOR = packagePlace("dist/stubs/editor/raw.js");
const AGENT = packagePlace("dist/stubs/agent/raw/main.js");
const BROKEN_BRIDGE = packagePlace("dist/stubs/bridge/rounds-big-integers.js");

/** `demo`: the main job on what the package brings along. */
export function register(program: Command, context: CliContext): void {
  program
    .command("demo")
    .summary("a session through acp-tee, then acp-tee and a broken bridge under test")
    .action(async () => context.exit(await demo()));
}

async function demo(): Promise<ExitCode> {
  title("1. A client and an agent talk through acp-tee");
  const talk = await run([NODE, EDITOR, "--", TEE, NODE, AGENT]);
  title("2. Is acp-tee transparent? Every case runs direct and through it, and the bytes are compared");
  const sound = await assay(["check", "--role", "bridge", "--", TEE, "{agent}"]);
  title(
    "3. The same check on a broken bridge: it reads integers above 2^53 as doubles and prints the line again",
  );
  const broken = await assay(["check", "--role", "bridge", "--", NODE, BROKEN_BRIDGE, "{agent}"]);
  const isAsExpected = talk === EXIT.ok && sound === EXIT.ok && broken === EXIT.failed;
  const words = isAsExpected
    ? "acp-tee kept its promise, and the broken bridge was found out."
    : `Not as expected: session exit ${talk}, acp-tee exit ${sound}, broken bridge exit ${broken}.`;
  process.stdout.write(
    `\n${words}\nNext: acp-assay check -- YOUR-AGENT, or acp-assay check --role bridge -- YOUR-BRIDGE {agent}\n`,
  );
  return isAsExpected ? EXIT.ok : EXIT.failed;
}

function title(text: string): void {
  process.stdout.write(`\n${text}\n\n`);
}

async function assay(args: readonly string[]): Promise<number> {
  return await run([NODE, packagePlace("dist/src/cli/main.js"), ...args]);
}

async function run(argv: readonly string[]): Promise<number> {
  const [command = "", ...args] = argv;
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  try {
    const [code] = await once(child, "exit");
    return typeof code === "number" ? code : EXIT.harness;
  } catch (error) {
    throw new Fault("harness", `Cannot run "${command}" of the demo: ${String(error)}`, { cause: error });
  }
}
