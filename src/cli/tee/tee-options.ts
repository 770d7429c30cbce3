import type { ReceiverAddress } from "../../bridge/hand-off/receiver-tap.js";
import type { Level } from "../../mapping/mapping.js";

/** What acp-tee was told by its options, or by the environment where an editor cannot pass arguments. */
export interface TeeOptions {
  events?: string;
  relay?: URL;
  token?: string;
  receiver?: ReceiverAddress;
  journal?: string;
  trace?: string;
  traceRedacted?: string;
  /** The highest level of content in events; undefined is metadata, and redacted for attention.* */
  capture?: Level;
  deltas: boolean;
  stateDir?: string;
  /** Milliseconds that the exit may wait for observations to be delivered. */
  drain: number;
  maxFileBytes: number;
}

/** The command line of the agent, and what comes before it; or what is wrong, as `OPTION: why`. */
export type TeeCommandLine =
  | { readonly options: TeeOptions; readonly agent: readonly string[] }
  | { readonly wrong: string };

interface Option {
  readonly variable?: string;
  readonly takesValue: boolean;
  /** Puts the value into the options, or says what is wrong with it. */
  set(options: TeeOptions, value: string): string | undefined;
}

const CAPTURES: readonly Level[] = ["none", "metadata", "redacted", "full"];
// The front judges numbers by their length.
const MOST_DRAIN_MS = 999_999;
const LEAST_FILE_BYTES = 100_000;
const MOST_FILE_BYTES = 999_999_999_999_999;
const FILE_BYTES = 268_435_456;

const OPTIONS: Readonly<Record<string, Option>> = {
  "--events": text("events", "ACP_TEE_EVENTS"),
  "--relay": { variable: "AEP_RELAY", takesValue: true, set: setRelay },
  "--token": text("token", "AEP_TOKEN"),
  "--receiver": { variable: "ACP_TEE_RECEIVER", takesValue: true, set: setReceiver },
  "--journal": text("journal", "ACP_TEE_JOURNAL"),
  "--trace": text("trace", "ACP_TEE_TRACE"),
  "--trace-redacted": text("traceRedacted"),
  "--capture": { variable: "AEP_CAPTURE", takesValue: true, set: setCapture },
  "--deltas": { variable: "AEP_ACP_DELTAS", takesValue: false, set: setDeltas },
  "--state-dir": text("stateDir", "ACP_TEE_STATE_DIR"),
  "--drain": {
    takesValue: true,
    set: (options, value) => setNumber(options, "drain", value, 0, MOST_DRAIN_MS),
  },
  "--max-file-bytes": {
    takesValue: true,
    set: (options, value) => setNumber(options, "maxFileBytes", value, LEAST_FILE_BYTES, MOST_FILE_BYTES),
  },
};

/** Reads the options up to the first argument that is none: from there on it is the agent's own command line. */
export function readTeeCommandLine(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): TeeCommandLine {
  const options: TeeOptions = { deltas: false, drain: 0, maxFileBytes: FILE_BYTES };
  const wrong = readEnvironment(options, environment);
  if (wrong !== undefined) return { wrong };
  let at = 0;
  for (; at < argv.length; at += 1) {
    const argument = argv[at] ?? "";
    if (argument === "--") return withReceiverToken(options, argv.slice(at + 1));
    if (!argument.startsWith("-")) break;
    const [name = "", ...values] = argument.split("=");
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (option === undefined) return { wrong: `${name}: unknown option` };
    let value: string | undefined = values.length > 0 ? values.join("=") : undefined;
    if (option.takesValue) {
      if (value === undefined) {
        at += 1;
        value = argv[at];
      }
      if (value === undefined || value === "") return { wrong: `${name}: needs a value` };
    } else if (value !== undefined) return { wrong: `${name}: takes no value` };
    const fault = option.set(options, value ?? "1");
    if (fault !== undefined) return { wrong: `${name}: ${fault}` };
  }
  return withReceiverToken(options, argv.slice(at));
}

/** The one token serves relay and receiver, in whatever order the options came. */
function withReceiverToken(options: TeeOptions, agent: readonly string[]): TeeCommandLine {
  const { receiver, token } = options;
  if (receiver !== undefined && token !== undefined) options.receiver = { ...receiver, token };
  return { options, agent };
}

function readEnvironment(
  options: TeeOptions,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const { variable, set } of Object.values(OPTIONS)) {
    const value = variable === undefined ? undefined : environment[variable];
    // An empty variable is how many editors spell an absent one.
    if (variable === undefined || value === undefined || value === "") continue;
    const fault = set(options, value);
    if (fault !== undefined) return `${variable}: ${fault}`;
  }
  return undefined;
}

function text(
  key: "events" | "token" | "journal" | "trace" | "traceRedacted" | "stateDir",
  variable?: string,
): Option {
  return {
    ...(variable !== undefined && { variable }),
    takesValue: true,
    set(options, value): undefined {
      options[key] = value;
    },
  };
}

function setCapture(options: TeeOptions, value: string): string | undefined {
  const capture = CAPTURES.find((level) => level === value);
  if (capture === undefined) return `${JSON.stringify(value)} is none of ${CAPTURES.join(", ")}`;
  options.capture = capture;
  return undefined;
}

function setDeltas(options: TeeOptions, value: string): undefined {
  options.deltas = value === "1";
}

function setRelay(options: TeeOptions, value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return `${JSON.stringify(value)} is no http or https URL`;
  options.relay = url;
  return undefined;
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function setReceiver(options: TeeOptions, value: string): string | undefined {
  const url = URL.parse(value);
  if (url?.protocol !== "http:" || !LOOPBACK.has(url.hostname))
    return `${JSON.stringify(value)} is no http URL of this machine, such as http://127.0.0.1:19050`;
  const host = url.hostname === "[::1]" ? "::1" : url.hostname;
  options.receiver = { host, port: Number(url.port || "80"), token: undefined };
  return undefined;
}

function setNumber(
  options: TeeOptions,
  key: "drain" | "maxFileBytes",
  value: string,
  least: number,
  most: number,
): string | undefined {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    return `${JSON.stringify(value)} is no whole number from ${least} to ${most}`;
  }
  options[key] = number;
  return undefined;
}
