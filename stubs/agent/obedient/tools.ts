import { resolve } from "node:path";
import { RequestError, type TerminalHandle, type ToolCallContent } from "@agentclientprotocol/sdk";
import { type Turn, TurnCancelled } from "./turn.js";

/** `read PATH`: reads a text file through the client, if the client offers it. */
export async function readFile(turn: Turn, path: string): Promise<void> {
  const absolute = resolve(turn.session.cwd, path);
  if (turn.offers.fs?.readTextFile !== true) return turn.say("The client offers no reading of files");
  await turn.openCall(`Read ${path}`, "read", absolute);
  await runCall(turn, async () => {
    const { content } = await turn.unlessCancelled(
      turn.client.request("fs/read_text_file", { sessionId: turn.session.id, path: absolute }),
    );
    await turn.updateCall({ status: "completed", content: [textContent(content)] });
  });
}

/** `write PATH TEXT`: writes a text file through the client, if the client offers it. */
export async function writeFile(turn: Turn, argument: string): Promise<void> {
  const [path = "", ...words] = argument.split(" ");
  const absolute = resolve(turn.session.cwd, path);
  const content = words.length === 0 ? "Written by the obedient agent\n" : words.join(" ");
  if (turn.offers.fs?.writeTextFile !== true) return turn.say("The client offers no writing of files");
  await turn.openCall(`Write ${path}`, "edit", absolute);
  await runCall(turn, async () => {
    await turn.unlessCancelled(
      turn.client.request("fs/write_text_file", { sessionId: turn.session.id, path: absolute, content }),
    );
    const diff: ToolCallContent = { type: "diff", path: absolute, oldText: null, newText: content };
    await turn.updateCall({ status: "completed", content: [diff] });
  });
}

/** `terminal COMMAND ARGS…`: runs a command in the client's terminal, if the client offers one. */
export async function runTerminal(turn: Turn, argument: string): Promise<void> {
  const [command = "", ...args] = argument.split(" ");
  if (turn.offers.terminal !== true) return turn.say("The client offers no terminal");
  await turn.openCall(`Run ${argument}`, "execute");
  await runCall(turn, async () => {
    const { id: sessionId, cwd } = turn.session;
    const terminal = await turn.client.createTerminal({ sessionId, command, args, cwd });
    try {
      await watchTerminal(turn, terminal);
    } finally {
      // Shown in the call before it is released, and released in every case (docs/protocol/v1/terminals.mdx).
      await terminal.release();
    }
  });
}

async function watchTerminal(turn: Turn, terminal: TerminalHandle): Promise<void> {
  await turn.updateCall({ content: [{ type: "terminal", terminalId: terminal.id }] });
  const { exitCode } = await turn.unlessCancelled(terminal.waitForExit());
  const { output } = await turn.unlessCancelled(terminal.currentOutput());
  await turn.updateCall({
    status: exitCode === 0 ? "completed" : "failed",
    rawOutput: { exitCode: exitCode ?? null, output },
  });
}

/** Runs the open tool call; what the client refuses makes the call fail, not the turn. */
async function runCall(turn: Turn, run: () => Promise<void>): Promise<void> {
  await turn.updateCall({ status: "in_progress" });
  try {
    await run();
  } catch (error) {
    if (error instanceof TurnCancelled || !(error instanceof RequestError)) throw error;
    await turn.updateCall({ status: "failed", content: [textContent(error.message)] });
  }
}

/** Text as the content of a tool call. */
export function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
