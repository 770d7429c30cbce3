import { once } from "node:events";
import { hostname } from "node:os";
import { type Command, Option } from "commander";
import { Fault } from "../../fault.js";
import { EpochStore } from "../../observer/epoch/epoch-store.js";
import { DEFAULT_LIMITS } from "../../receiver/limits.js";
import { type ObservedTapsOptions, observeTaps } from "../../receiver/observed-taps.js";
import { PORT_BAND, startReceiver } from "../../receiver/receiver.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";
import { portNumber, positiveNumber } from "../run-options.js";
import { homeDirectory, stateDirectory } from "../tee/state-directory.js";
import { readTeeCommandLine } from "../tee/tee-options.js";

interface ReceiveFlags {
  readonly port?: number;
  readonly data?: string;
  readonly token?: string;
  readonly buffer: number;
}

/** `receive`: the daemon that takes events and tap streams and shows them. */
export function register(program: Command, context: CliContext): void {
  program
    .command("receive")
    .summary("take events and tap streams on this machine, and show them")
    .option(
      "--port <n>",
      `the port, 0 for any (default: first free of ${PORT_BAND[0]}-${PORT_BAND.at(-1)})`,
      portNumber,
    )
    .option("--data <dir>", "keep the events of each session in a file here")
    .addOption(new Option("--token <t>", "who connects has to show it").env("AEP_TOKEN"))
    .option(
      "--buffer <n>",
      "events kept for replay, per session",
      positiveNumber,
      DEFAULT_LIMITS.bufferEvents,
    )
    .action(async (flags: ReceiveFlags) => {
      await receive(flags, context);
    });
}

async function receive({ port, data, token, buffer }: ReceiveFlags, context: CliContext): Promise<void> {
  if (context.subject !== undefined)
    throw new Fault("usage", 'The receiver starts no program: leave out what follows "--"');
  if (token === "") throw new Fault("usage", "The token is empty: leave it out for none");
  const receiver = await startReceiver({
    openTraffic: observeTaps(readPosture(token)),
    limits: { bufferEvents: buffer },
    warn,
    ...(port !== undefined && { port }),
    ...(data !== undefined && { data }),
    ...(token !== undefined && { token }),
  });
  const log = data === undefined ? "no log" : `log in ${data}`;
  process.stderr.write(
    `aep-receiver on 127.0.0.1:${receiver.port} · ${token === undefined ? "no token" : "token required"} · ${log} · page ${receiver.url}/\n`,
  );
  process.stdout.write(`${JSON.stringify({ url: receiver.url, port: receiver.port })}\n`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  context.exit((await receiver.stop()) ? EXIT.ok : EXIT.failed);
}

function warn(words: string): void {
  process.stderr.write(`acp-assay: ${words}\n`);
}

/** What a tee is told by its environment holds for the tees that leave observing to this process. */
function readPosture(token: string | undefined): ObservedTapsOptions {
  const line = readTeeCommandLine([], process.env);
  if ("wrong" in line) throw new Fault("usage", line.wrong);
  const { capture, deltas, stateDir } = line.options;
  return {
    store: new EpochStore(stateDirectory(stateDir)),
    secrets: token === undefined ? [] : [token],
    capture,
    deltas,
    home: homeDirectory(),
    host: hostname(),
    warn,
  };
}
