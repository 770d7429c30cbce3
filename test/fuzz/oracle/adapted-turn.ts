import { Buffer } from "node:buffer";
import { Transcript } from "../../../src/driver/transcript.js";
import type { Turn } from "../../../src/fuzz/adapter/turn.js";
import { CLOSING, LAST_TEXT, OPENING, PROMPT } from "../../../src/fuzz/adapter/turn-script.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { Adapter } from "../../../stubs/bridge/adapter/adapter.js";
import type { AdapterBehaviour } from "../../../stubs/bridge/adapter/behaviour.js";

const INFO = { name: "test", version: "0" };

/** What the agent of version 2 answers, by method. */
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  initialize: { protocolVersion: 2, info: INFO, capabilities: { session: {} } },
  "session/new": { sessionId: "s1" },
  "session/prompt": { messageId: PROMPT },
};

/** Plays a turn through a stub adapter in this process: both sides in turn, each message handled before the next. */
export function adaptedTurn(behaviour: AdapterBehaviour, updates: readonly JsonObject[]): Turn {
  const clock = { micros: () => 0 };
  const client = new Transcript(clock, 1024, "a2c");
  const agent = new Transcript(clock, 1024, "c2a");
  const stderr: string[] = [];
  let exit: number | undefined;
  const toAdapter = (message: JsonObject): void => {
    agent.record("a2c", line(message));
    if (exit === undefined) adapter.fromAgent(message);
  };
  const adapter: Adapter = new Adapter(behaviour, {
    toClient: (message) => void (exit ?? client.record("a2c", line(message))),
    toAgent: (message) => {
      agent.record("c2a", line(message));
      toAdapter({
        jsonrpc: "2.0",
        id: message["id"] ?? null,
        result: ANSWERS[String(message["method"])] ?? {},
      });
    },
    warn: (text) => stderr.push(`${text}\n`),
    exit: (code) => {
      exit ??= code;
    },
  });
  const ask = (id: number, method: string, params: JsonObject): void => {
    client.record("c2a", line({ jsonrpc: "2.0", id, method, params }));
    adapter.fromClient({ jsonrpc: "2.0", id, method, params });
  };
  const say = (update: JsonObject): void =>
    toAdapter({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s1", update } });

  ask(1, "initialize", { protocolVersion: 1, clientCapabilities: {} });
  ask(2, "session/new", { cwd: "/tmp", mcpServers: [] });
  ask(3, "session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "Hello" }] });
  for (const update of [...OPENING, ...updates, ...CLOSING]) say(update);

  const toClient = client.ofSubject();
  const isEnd = (value: Json | undefined): boolean => isJsonObject(value) && value["id"] === 3;
  return {
    kind: "turn",
    toClient,
    toAgent: agent.ofSubject(),
    said: [],
    stderr: stderr.join(""),
    isWhole:
      toClient.some(({ text }) => text.includes(LAST_TEXT)) &&
      toClient.some(({ message }) => message.kind === "response" && isEnd(message.value)),
    end: exit === undefined ? undefined : `it ended (code ${exit})`,
    transcripts: [client, agent],
  };
}

function line(message: JsonObject): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}
