import { readFileSync, writeFileSync } from "node:fs";
import type { JsonObject } from "../../../../src/wire/message.js";
import type { Answer } from "../behaviour.js";
import { ended, type Turn } from "../turn.js";

/** Reads a file: through the client where it offers that, else by itself. */
export async function readFile(turn: Turn, path: string): Promise<Answer> {
  const call = turn.startCall("Read a file", "read", [{ path, line: 1 }]);
  call.running();
  const text = turn.clientCan("fs", "readTextFile")
    ? await askClient(turn, "fs/read_text_file", { path, line: 1, limit: 20 })
    : locally(() => readFileSync(path, "utf8"));
  if (turn.isCancelled) return stopped(call);
  if (text === undefined) call.failed("there is no such file");
  else call.done(text);
  return ended("end_turn");
}

/** Writes a file: through the client where it offers that, else by itself. */
export async function writeFile(turn: Turn, path: string): Promise<Answer> {
  const call = turn.startCall("Write a file", "edit", [{ path }]);
  call.running();
  const text = turn.clientCan("fs", "writeTextFile")
    ? await askClient(turn, "fs/write_text_file", { path, content: "ready\n" })
    : locally(() => {
        writeFileSync(path, "ready\n");
        return "";
      });
  if (turn.isCancelled) return stopped(call);
  if (text === undefined) call.failed("it cannot be written");
  else call.finished([{ type: "diff", path, oldText: null, newText: "ready\n" }]);
  return ended("end_turn");
}

/** What the client gave, as text; undefined when it refused. */
async function askClient(turn: Turn, method: string, params: JsonObject): Promise<string | undefined> {
  const response = await turn.askClient(method, params);
  if (response === undefined || "error" in response) return undefined;
  // A result of null, as one example of the pages has it, is a success too.
  return String((response["result"] as JsonObject | null)?.["content"] ?? "");
}

function locally(act: () => string): string | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function stopped(call: { failed(text: string): void }): Answer {
  call.failed("stopped");
  return ended("cancelled");
}
