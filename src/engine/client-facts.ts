import { ClientProcess } from "../driver/client/client-process.js";
import type { Policy } from "../driver/client-policy.js";
import { Fault } from "../fault.js";
import type { Frame } from "../wire/frame.js";
import { isJsonObject, type JsonObject } from "../wire/message.js";
import type { ClientFacts } from "./client-scenario.js";
import { lastWords } from "./last-words.js";

export interface MeetOptions {
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** How a well-behaved agent answers. */
  readonly policy: () => Policy;
}

/** Starting two processes takes longer than an answer of one that runs. */
const START_WAITS = 2;

const OPENS_SESSION: readonly string[] = ["session/new", "session/load", "session/resume"];

/** Starts the client once with a well-behaved agent. Throws a Fault `untestable` that says why it cannot be tested. */
export async function meetClient(options: MeetOptions): Promise<ClientFacts> {
  const client = await ClientProcess.open(options);
  try {
    const initialize = await firstRequest(client, options.timeoutMs * START_WAITS);
    const seen = (methods: readonly string[]): (() => Frame | undefined) => {
      return () =>
        requests(client).find(
          ({ message }) => message.kind === "request" && methods.includes(message.method),
        );
    };
    const opensSession = (await client.look(seen(OPENS_SESSION))) !== undefined;
    const prompts = opensSession && (await client.look(seen(["session/prompt"]))) !== undefined;
    return { initialize, opensSession, prompts };
  } finally {
    await client.close();
  }
}

async function firstRequest(client: ClientProcess, ms: number): Promise<JsonObject> {
  const connection = await client.look(() => client.connections[0], ms);
  if (connection === undefined)
    throw untestable(client, "without starting its agent", "did not start its agent", ms);
  const initialize = await client.look(
    () =>
      requests(client).find(({ message }) => message.kind === "request" && message.method === "initialize"),
    ms,
  );
  if (initialize?.message.kind === "request") {
    const { params } = initialize.message;
    return isJsonObject(params) ? params : {};
  }
  const [line] = connection.transcript.ofSubject();
  const heard = line === undefined ? "" : `; the agent read ${JSON.stringify(line.text.slice(0, 120))}`;
  throw untestable(
    client,
    "without sending initialize to the agent that it started",
    "started its agent and did not send initialize",
    ms,
    heard,
  );
}

function requests(client: ClientProcess): Frame[] {
  return client.connections.flatMap(({ transcript }) => transcript.ofSubject());
}

function untestable(
  { subject }: ClientProcess,
  ended: string,
  running: string,
  ms: number,
  heard = "",
): Fault {
  const { exit } = subject;
  const what =
    exit === undefined
      ? `it ${running} within ${ms} ms`
      : `it ended (${exit.signal ?? `code ${exit.code}`}) ${ended}`;
  const words = lastWords(subject.stderrTail);
  const stderr = words === "" ? "" : `; last on stderr: ${words.slice(0, 200)}`;
  const terminal = /\btty\b|terminal|raw mode/i.test(words)
    ? "; a client that needs a terminal can run below script(1)"
    : "";
  return new Fault("untestable", `Cannot test the client: ${what}${heard}${stderr}${terminal}`);
}
