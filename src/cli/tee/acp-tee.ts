import "../../bridge/quiet-stdio.js";
import { fstatSync, readFileSync, realpathSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { startRelay } from "../../bridge/relay.js";
import { exitLike } from "../../bridge/signals.js";
import { startTee } from "../../bridge/tee.js";
import { errorCode } from "../../system-error.js";
import { openObserver } from "./open-observer.js";
import { readTeeCommandLine } from "./tee-options.js";

/** A wrong option of our own; the codes of a command that cannot be run are 126 and 127. */
const USAGE_EXIT = 125;

const HELP = `acp-tee [options] [--] AGENT [ARGUMENT…]

Runs AGENT and passes stdin and stdout through unchanged, byte for byte; stderr, exit code and signals are the
agent's own. Everything from AGENT on is the agent's command line. Without a sink it does nothing else.

sinks, and the environment variable of each for editors that pass no arguments:
  --events FILE          AEP events, one JSON object a line                      ACP_TEE_EVENTS
  --relay URL            AEP events to a relay, by HTTP                          AEP_RELAY
  --journal FILE         what was said, as a chain of hashes                     ACP_TEE_JOURNAL
  --trace FILE           every line as it travelled                              ACP_TEE_TRACE
  --trace-redacted FILE  the same without secrets and personal data
  --receiver URL         hand the traffic to acp-assay receive                   ACP_TEE_RECEIVER

about them:
  --token T              what relay and receiver ask for                         AEP_TOKEN
  --capture LEVEL        what events may show: none, metadata, redacted or full  AEP_CAPTURE
  --deltas               chunks of messages become events (from redacted on)     AEP_ACP_DELTAS=1
  --state-dir DIR        where epochs are kept ($XDG_STATE_HOME/acp-assay)       ACP_TEE_STATE_DIR
  --max-file-bytes N     a file is rotated before it grows beyond (268435456)
  --drain MS             the exit may wait so long for delivery (0)

  --help                 print this
  --version              print the version

Sinks never touch the session: what cannot be written or sent is left out and counted; acp-tee.log in the state
directory says why.
ACP_TEE_MODE=parent makes a Node process the agent's parent, where otherwise this one becomes the agent.

Exit: the agent's own code or signal; 127 command not found, 126 not executable, 125 wrong option.
`;

/** Node is the parent of the agent in any of them: when it is asked itself, the front could not be, or was not wanted. */
const MODES = new Set(["", "front", "parent"]);

/** How the front calls: the agent's pid (for people who look at the list of processes), then our two ends. */
const BESIDE = "--beside";

/** So long a process that nobody waits for goes on delivering, in milliseconds. */
const BESIDE_DRAIN_MS = 10_000;

run(process.argv.slice(2));

function run(argv: readonly string[]): void {
  const [first] = argv;
  if (first === BESIDE) beside(argv);
  else if (first === "--help") print(HELP);
  else if (first === "--version") print(`acp-tee ${readVersion()}\n`);
  else tee(argv);
}

function tee(argv: readonly string[]): void {
  const mode = process.env["ACP_TEE_MODE"] ?? "";
  if (!MODES.has(mode)) refuse(`ACP_TEE_MODE=${mode}: it is front or parent`);
  const line = readTeeCommandLine(argv, process.env);
  if ("wrong" in line) refuse(line.wrong);
  if (line.agent.length === 0) refuse("no agent given; acp-tee --help says more");
  const observer = openObserver(line.options);
  startTee({
    argv: line.agent,
    observer,
    failed: ({ exitCode, message }) => complain(message, exitCode),
    ended(exit) {
      const { drain } = line.options;
      if (observer === undefined || drain === 0) exitLike(exit);
      else void observer.drain(drain).then(() => exitLike(exit));
    },
  });
}

/**
 * The front, in which this program begins (front.sh), became the agent and left us the other ends of its pipes. Nobody
 * waits for this process, so it may take its time to deliver observations; but not for ever.
 */
function beside([, , toAgent, fromAgent, ...options]: readonly string[]): void {
  const ends = [toAgent, fromAgent].map(Number).filter(isPipe);
  const [to, from] = ends;
  if (to === undefined || from === undefined) refuse(`${BESIDE}: unknown option`);
  const line = readTeeCommandLine(options, process.env);
  // Too late to complain: the front has let pass what only Node's own reading finds fault with.
  const observer = "wrong" in line ? undefined : openObserver(line.options);
  startRelay({
    toAgent: to,
    fromAgent: from,
    observer,
    ended() {
      if (observer === undefined) process.exit(0);
      // Not an exit, which would wait for a thread that hangs in a file system.
      void observer.drain(BESIDE_DRAIN_MS).then(() => process.kill(process.pid, "SIGKILL"));
    },
  });
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
