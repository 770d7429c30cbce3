import "../bridge/quiet-stdio.js";
import { fstatSync, readFileSync, realpathSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { startRelay } from "../bridge/relay.js";
import { exitLike } from "../bridge/signals.js";
import { startTee } from "../bridge/tee.js";
import { errorCode } from "../system-error.js";

/** A wrong option of our own; the codes of a command that cannot be run are 126 and 127. */
const USAGE_EXIT = 125;

const HELP = `acp-tee [--] AGENT [ARGUMENT…]

Runs AGENT and passes stdin and stdout through unchanged, byte for byte; stderr, exit code and signals are the
agent's own. Everything from AGENT on is the agent's command line.

  --help     print this
  --version  print the version

ACP_TEE_MODE=parent makes a Node process the agent's parent, where otherwise this one becomes the agent.

Exit: the agent's own code or signal; 127 command not found, 126 not executable, 125 wrong option.
`;

/** Node is the parent of the agent in any of them: when it is asked itself, the front could not be, or was not wanted. */
const MODES = new Set(["", "front", "parent"]);

/** How the front calls: the agent's pid (for people who look at the list of processes), then our two ends. */
const BESIDE = "--beside";

/** Options of observation; they are named so that a configuration made for a fuller build is told what is missing. */
const SINK_OPTIONS = new Set([
  "--events",
  "--relay",
  "--token",
  "--receiver",
  "--journal",
  "--trace",
  "--trace-redacted",
  "--capture",
  "--deltas",
  "--state-dir",
  "--drain",
]);

run(process.argv.slice(2));

/** Our options end at the first argument that is none, so that the agent's options need no `--` before them. */
function run(argv: readonly string[]): void {
  const [first] = argv;
  if (first === BESIDE) beside(argv);
  else if (first === "--help") print(HELP);
  else if (first === "--version") print(`acp-tee ${readVersion()}\n`);
  else if (first?.startsWith("-") && first !== "--") refuseOption(first.split("=", 1).join());
  else tee(first === "--" ? argv.slice(1) : argv);
}

function tee(argv: readonly string[]): void {
  const mode = process.env["ACP_TEE_MODE"] ?? "";
  if (!MODES.has(mode)) refuse(`ACP_TEE_MODE=${mode}: it is front or parent`);
  if (argv.length === 0) refuse("no agent given; acp-tee --help says more");
  startTee({
    argv,
    failed: ({ exitCode, message }) => complain(message, exitCode),
    ended: exitLike,
  });
}

/** The front, in which this program begins (acp-tee.front.sh), became the agent and left us the other ends of its pipes. */
function beside([, , toAgent, fromAgent]: readonly string[]): void {
  const ends = [toAgent, fromAgent].map(Number).filter(isPipe);
  const [to, from] = ends;
  if (to === undefined || from === undefined) refuseOption(BESIDE);
  startRelay({ toAgent: to, fromAgent: from, ended: () => process.exit(0) });
}

/** Only the front calls with descriptors of pipes; whoever else does has taken this for an option. */
function isPipe(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO();
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function refuseOption(name: string): never {
  refuse(SINK_OPTIONS.has(name) ? `${name}: this build has no such sink` : `${name}: unknown option`);
}

function refuse(message: string): never {
  complain(message, USAGE_EXIT);
}

function complain(message: string, exitCode: number): never {
  try {
    writeSync(2, `acp-tee: ${message}\n`);
  } catch (error) {
    // Nobody to tell: the exit code says it.
    if (errorCode(error) === undefined) throw error;
  }
  process.exit(exitCode);
}

function print(text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}

/** Reads package.json of the package that the program runs from; loaded for `--version` alone. */
function readVersion(): string {
  const program = realpathSync(process.argv[1] ?? "");
  const manifest: { readonly version?: string } = JSON.parse(
    readFileSync(join(dirname(program), "..", "package.json"), "utf8"),
  );
  return manifest.version ?? "unknown";
}
