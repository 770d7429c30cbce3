import { Buffer } from "node:buffer";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import type { AdapterBehaviour, Report, Turn, Unsayable } from "./behaviour.js";

/** Says in a notification of its own what it cannot say in version 1. */
const notify: Report = (what, _update, turn) => {
  turn.tellClient({ method: "_stub-adapter/unrepresentable", params: { what } });
};

const drop: Report = () => undefined;

const failTurn: Report = (what, _update, turn) => turn.fail(`Version 1 cannot say ${what}`);

const warn: Report = (what, _update, turn) => turn.warn(`adapter: version 1 cannot say ${what}`);

const end: Report = (what, _update, turn) => {
  turn.warn(`adapter: version 1 cannot say ${what}`);
  turn.exit(3);
};

const passOn: Report = (_what, update, turn) => turn.update(update);

/** The adapter without defect: it says of everything that it cannot say it. */
export const HONEST_ADAPTER: AdapterBehaviour = control("honest", "Tells the client what it cannot say.", {});

/** Adapters that are odd and lose nothing in silence, and others of which each loses one thing. */
export const ADAPTERS: readonly AdapterBehaviour[] = [
  HONEST_ADAPTER,
  control("fails-the-turn", "Ends the turn with an error.", { report: failTurn }),
  control("warns-on-stderr", "Writes a line to stderr.", { report: warn }),
  control("ends-with-a-message", "Ends, with a line on stderr.", { report: end }),
  control("tells-in-text", "Says as a piece of text what it cannot say, terminals decoded.", {
    report: (what, _update, turn) => turn.update(textChunk(`[${what}]`)),
    instead: { terminal: terminalAsText },
  }),
  control("passes-unknown-on", "Passes on as it is what no version knows.", {
    instead: { "unknown-update": passOn, "unknown-content": passOn },
  }),
  control("holds-messages", "Holds messages back until the turn ends, so that they can be replaced.", {
    holdsMessages: true,
  }),
  control("extends-terminal", "Tells of terminals in an extension: the shape of version 1 with _meta.", {
    instead: { terminal: terminalWithMeta },
  }),
  control("loses-openly", "Drops all that it cannot say, and is documented to.", {
    report: drop,
    loses: [
      "message-replacement",
      "message-clear",
      "message-patch",
      "tool-call-name-clear",
      "unknown-update",
      "unknown-content",
    ],
  }),
  control("loses-patches-openly", "Drops updates of messages without content, and is documented to.", {
    instead: { "message-patch": drop },
    loses: ["message-patch"],
  }),
  control("logs-traffic", "Writes all that it hears to stderr, and drops what it cannot say.", {
    report: drop,
    logsTraffic: true,
  }),
  control("replaces-beside", "Tells a replacing text beside the old one, and of no message its id.", {
    instead: { "message-replacement": sayBeside },
    dropsMessageIds: true,
  }),
  mutant("maps-terminal-by-shape", "Passes a terminal on as if the client had made it.", {
    terminal: passTerminalOn,
  }),
  mutant("drops-replacements", "Drops other content for a message.", { "message-replacement": drop }),
  mutant("appends-replacements", "Says other content for a message as more of it.", {
    "message-replacement": append,
  }),
  mutant("drops-null-clears", 'Drops "content": null.', { "message-null": drop }),
  mutant("drops-empty-clears", 'Says each block of "content": [], of which there is none.', {
    "message-empty": drop,
  }),
  mutant("drops-patches", "Drops an update of a message without content.", { "message-patch": drop }),
  mutant("passes-name-clears", 'Passes "name": null on, which says nothing in version 1.', {
    "tool-call-name-null": passOn,
  }),
  mutant("drops-unknown-updates", "Drops updates of a kind that it does not know.", {
    "unknown-update": drop,
  }),
  mutant("drops-unknown-content", "Drops content of a type that it does not know.", {
    "unknown-content": drop,
  }),
];

type Rest = Partial<Omit<AdapterBehaviour, "name" | "about" | "kind">>;

function control(name: string, about: string, rest: Rest): AdapterBehaviour {
  return { name, about, kind: "control", report: notify, ...rest };
}

function mutant(
  name: string,
  about: string,
  instead: Partial<Readonly<Record<Unsayable, Report>>>,
): AdapterBehaviour {
  return { name, about, kind: "mutant", report: notify, instead };
}

function append(_what: Unsayable, update: JsonObject, turn: Turn): void {
  const { messageId = null } = update;
  for (const block of blocksOf(update)) {
    turn.update({ sessionUpdate: "agent_message_chunk", messageId, content: block });
  }
}

/** Without an id, as pieces may come in version 1: whose they are nobody knows. */
function sayBeside(_what: Unsayable, update: JsonObject, turn: Turn): void {
  for (const content of blocksOf(update)) turn.update({ sessionUpdate: "agent_message_chunk", content });
}

function blocksOf({ content }: JsonObject): readonly Json[] {
  return Array.isArray(content) ? content : [];
}

/** The output of a terminal as ordinary text; where a tool call refers to it, its name. */
function terminalAsText(_what: Unsayable, update: JsonObject, turn: Turn): void {
  const output = isJsonObject(update["output"]) ? update["output"]["data"] : undefined;
  const text = typeof output === "string" ? Buffer.from(output, "base64").toString("utf8") : "[terminal]";
  turn.update(textChunk(text));
}

/** The reference alone, in the words of version 1. */
function passTerminalOn(_what: Unsayable, update: JsonObject, turn: Turn): void {
  if (update["sessionUpdate"] === "tool_call_update") turn.update(update);
}

function terminalWithMeta(_what: Unsayable, update: JsonObject, turn: Turn): void {
  if (update["sessionUpdate"] !== "tool_call_update") return;
  turn.update({ ...update, _meta: { "stub-adapter/terminal": { owner: "agent" } } });
}

function textChunk(text: string): JsonObject {
  return { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
}
