import { within } from "../bridge/deadline.js";
import type { Editor } from "../bridge/editor.js";
import { Conversation } from "./conversation.js";

const CLIENT = { name: "an editor", version: "2.1" };

/** What a test plants where secrets stand on the wire. */
export interface Planted {
  readonly env: string;
  readonly header: string;
}

const NOTHING: Planted = { env: "off", header: "off" };

/**
 * Plays a session from its beginning to its end, with an obedient agent: an ordinary turn with a tool call, one with a
 * permission, one that is cancelled, a load, a close. What was planted is said again in a prompt, which the agent
 * repeats. Gives the session's id.
 */
export async function playWholeSession(editor: Editor, planted: Planted = NOTHING): Promise<string> {
  return await within("the whole session", play(new Conversation(editor), editor, planted));
}

async function play(client: Conversation, editor: Editor, { env, header }: Planted): Promise<string> {
  const text = (words: string): object => ({ type: "text", text: words });
  await client.ask("initialize", { protocolVersion: 1, clientInfo: CLIENT });
  const mcpServers = [
    { name: "files", command: "true", args: [], env: [{ name: "PLACE", value: env }] },
    { type: "http", name: "web", url: "http://127.0.0.1:9", headers: [{ name: "X-Place", value: header }] },
  ];
  const { sessionId } = await client.ask("session/new", { cwd: "/", mcpServers });
  const prompt = async (...words: string[]): Promise<unknown> =>
    await client.ask("session/prompt", { sessionId, prompt: words.map(text) });

  await prompt("have a look");
  const asked = client.hears(({ method }) => method === "session/request_permission");
  const changed = prompt("permission");
  const outcome = { outcome: "selected", optionId: "allow" };
  client.send({ id: (await asked).id, result: { outcome } });
  await changed;
  await prompt(`echo ${env} ${header}`);
  const streams = client.hears(({ method }) => method === "session/update");
  const cancelled = prompt("wait");
  await streams;
  client.send({ method: "session/cancel", params: { sessionId } });
  await cancelled;
  await client.ask("session/load", { sessionId, cwd: "/", mcpServers });
  await client.ask("session/close", { sessionId });
  editor.input.end();
  return String(sessionId);
}
