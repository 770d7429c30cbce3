import { tmpdir } from "node:os";
import { BothSides, type Heard } from "../../driver/both-sides.js";
import type { Reply } from "../../driver/conversation.js";
import { TIMED_OUT, within } from "../../driver/deadline.js";
import type { Transcript } from "../../driver/transcript.js";
import { lastWords } from "../../engine/last-words.js";
import type { Frame } from "../../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { CLOSING, LAST_TEXT, OPENING, PROMPT, PROMPT_TEXT } from "./turn-script.js";
import { versionTwoAgent } from "./version-two-agent.js";

/** How to play a turn through an adapter. */
export interface TurnOptions {
  readonly bridge: readonly string[];
  /** How long one wait may take, in milliseconds. */
  readonly waitMs: number;
  /** How long the adapter may take until its agent is asked, in milliseconds. */
  readonly startMs: number;
}

/** What was seen of one turn on both sides of an adapter. */
export interface Turn {
  readonly kind: "turn";
  /** All that the client heard. */
  readonly toClient: readonly Frame[];
  /** All that the agent heard. */
  readonly toAgent: readonly Frame[];
  /** What the agent said between the ordinary updates. */
  readonly said: readonly Frame[];
  readonly stderr: string;
  /** Did the client hear the turn's last update and its end? Then all that came before has been handled. */
  readonly isWhole: boolean;
  /** How the adapter ended in the midst of the turn, in words; undefined where it stayed. */
  readonly end: string | undefined;
  /** Both conversations, the client's first. */
  readonly transcripts: readonly [Transcript, Transcript];
}

/** Why no turn could be had. */
export interface NoTurn {
  readonly kind: "no turn";
  readonly reason: string;
}

/** Plays one turn on fresh processes: the agent of version 2 says these updates between ordinary ones. */
export async function playTurn(updates: readonly JsonObject[], options: TurnOptions): Promise<Turn | NoTurn> {
  const { bridge: argv, waitMs, startMs } = options;
  const sides = await BothSides.open({ argv, timeoutMs: startMs, agentPolicy: versionTwoAgent });
  try {
    const asked = await prompted(sides);
    if (typeof asked === "string") {
      await sides.close();
      return { kind: "no turn", reason: asked + lastWordsOf(sides.client.subject.stderrTail) };
    }
    const { agent, frame: prompt, reply } = asked;
    const sessionId = sessionIn(prompt);
    agent.answer(prompt, { result: { messageId: PROMPT } });
    const say = (update: JsonObject): Frame => agent.notify("session/update", { sessionId, update });
    OPENING.forEach(say);
    const said = updates.map(say);
    CLOSING.forEach(say);
    const ended = await within(Promise.all([reply, sides.client.frame(isLast)]), waitMs);
    const { exit } = sides.client.subject;
    await sides.close();
    return {
      kind: "turn",
      toClient: sides.client.transcript.ofSubject(),
      toAgent: agent.transcript.ofSubject(),
      said,
      stderr: sides.client.subject.stderrTail,
      isWhole: ended !== TIMED_OUT && ended[0].kind !== "silence" && ended[1] !== undefined,
      end: exit && `it ended (${exit.signal ?? `code ${exit.code}`})`,
      transcripts: [sides.client.transcript, agent.transcript],
    };
  } finally {
    await sides.close();
  }
}

/** The line of an adapter's stderr that may say why it could not go on, ready to be put behind that; "" without one. */
export function lastWordsOf(stderr: string): string {
  const words = lastWords(stderr);
  return words === "" ? "" : `; its last words: ${words}`;
}

/** The prompt as it came to the agent, and the answer that the client will get. */
interface Asked extends Heard {
  readonly reply: Promise<Reply>;
}

/** Leads the client of version 1 to its first prompt; the reason where the agent of version 2 did not get it. */
async function prompted(sides: BothSides): Promise<Asked | string> {
  const { client } = sides;
  const greeting = await client.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  if (greeting.kind !== "result")
    return olderVersion(sides) ?? `${words(greeting)} to the client's initialize`;
  const version = memberOf(greeting.result, "protocolVersion");
  if (version !== 1)
    return `it answers a client that asks for version 1 with version ${JSON.stringify(version)}`;
  const session = await client.request("session/new", { cwd: tmpdir(), mcpServers: [] });
  if (session.kind !== "result")
    return olderVersion(sides) ?? `${words(session)} to the client's session/new`;
  const sessionId = memberOf(session.result, "sessionId") ?? null;
  const prompt = [{ type: "text", text: PROMPT_TEXT }];
  const { reply } = client.begin("session/prompt", { sessionId, prompt });
  // An answer that comes before the agent was asked is none of the agent's.
  const early = reply.then((answer) => (answer.kind === "result" ? "it gave a result" : words(answer)));
  const heard = await Promise.race([sides.atAgent(isPrompt), early]);
  if (typeof heard === "string") return `${heard} to the client's prompt, without asking the agent`;
  if (heard === undefined) return olderVersion(sides) ?? "the client's prompt did not come to the agent";
  return { ...heard, reply };
}

/** What speaks against an adapter that asks its agent for another version than 2. */
function olderVersion({ agents }: BothSides): string | undefined {
  const greetings = agents.flatMap(({ transcript }) => transcript.ofSubject()).filter(isGreeting);
  const asked = greetings.map((frame) => paramOf(frame, "protocolVersion"));
  const odd = asked.find((version) => typeof version !== "number" || version < 2);
  if (asked.length === 0 || asked.some((version) => version === 2)) return undefined;
  return `it asks its agent for version ${JSON.stringify(odd)}, and version 2 is declared`;
}

function words(reply: Exclude<Reply, { readonly kind: "result" }>): string {
  if (reply.kind === "silence") return `${reply.reason.replace("the agent", "it")}`;
  return `it answered with an error (${JSON.stringify(reply.error["message"])})`;
}

function isGreeting({ message }: Frame): boolean {
  return message.kind === "request" && message.method === "initialize";
}

function isPrompt({ message }: Frame): boolean {
  return message.kind === "request" && message.method === "session/prompt";
}

function isLast(frame: Frame): boolean {
  return frame.text.includes(LAST_TEXT);
}

function sessionIn(prompt: Frame): string {
  const sessionId = paramOf(prompt, "sessionId");
  return typeof sessionId === "string" ? sessionId : "";
}

function paramOf({ message }: Frame, name: string): Json | undefined {
  return message.kind === "request" ? memberOf(message.params, name) : undefined;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
