import type { JsonObject } from "../../../../src/wire/message.js";
import type { Answer } from "../behaviour.js";
import { ended, type Turn } from "../turn.js";

/** Runs a command in a terminal of the client and waits for it; a cancel kills it. Without terminals, nothing runs. */
export async function runCommand(turn: Turn, command: string): Promise<Answer> {
  const call = turn.startCall("Run a command", "execute");
  const [program = "", ...args] = command.split(" ");
  const params = { command: program, args, env: [{ name: "STUB", value: "1" }], cwd: turn.cwd };
  const created = turn.clientCan("terminal")
    ? await turn.askClient("terminal/create", { ...params, outputByteLimit: 4096 })
    : undefined;
  const terminalId = (created?.["result"] as JsonObject | undefined)?.["terminalId"];
  if (typeof terminalId !== "string") {
    call.failed("no terminal");
    return ended(turn.isCancelled ? "cancelled" : "end_turn");
  }
  call.running([{ type: "terminal", terminalId }]);
  await turn.askClient("terminal/wait_for_exit", { terminalId });
  if (turn.isCancelled) await turn.tellClient("terminal/kill", { terminalId });
  await turn.tellClient("terminal/output", { terminalId });
  await turn.tellClient("terminal/release", { terminalId });
  const isCancelled = turn.isCancelled;
  if (isCancelled) call.failed("stopped");
  else call.finished([{ type: "terminal", terminalId }]);
  return ended(isCancelled ? "cancelled" : "end_turn");
}
