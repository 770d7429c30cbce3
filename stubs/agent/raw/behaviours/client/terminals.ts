import type { JsonObject } from "../../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../../behaviour.js";
import { changeCall, changeUpdate, without } from "../../change.js";
import { ended } from "../../turn.js";

const RELEASE = "terminal/release";

/** Defects in the use of the client's terminals. */
export const terminalMutants: readonly Behaviour[] = [
  mutant(
    "args-as-text",
    "gives the arguments of a command as one text",
    changeCall("terminal/create", (params) => ({ ...params, args: "assay-ready" })),
  ),
  mutant(
    "cwd-relative",
    "runs a command in a relative directory",
    changeCall("terminal/create", (params) => ({ ...params, cwd: "." })),
  ),
  mutant(
    "foreign-terminal",
    "reads the output of a terminal that there is not",
    changeCall("terminal/output", (params) => ({ ...params, terminalId: "other" })),
  ),
  mutant("output-after-release", "reads the output of a terminal that it released", {
    outgoing: (message, { method, kind }) =>
      method === RELEASE && kind === "request"
        ? [message, { ...message, id: `again-${String(message["id"])}`, method: "terminal/output" }]
        : [message],
  }),
  mutant(
    "shown-after-release",
    "shows a terminal once it is released",
    changeUpdate("tool_call_update", (update) =>
      update["status"] === "in_progress" ? without(update, "content") : update,
    ),
  ),
  mutant(
    "keeps-terminals",
    "releases no terminal",
    keeps(() => true),
  ),
  mutant("keeps-killed-terminals", "releases no terminal whose command it killed", keepsKilled()),
  mutant("leaves-command", "lets the command of a cancelled turn run", {
    turn: async (turn) => {
      const [, command] = /^order: run (sleep .*)$/m.exec(turn.text) ?? [];
      if (command === undefined) return await turn.obey();
      const call = turn.startCall("Run a command", "execute");
      const [program = "", ...args] = command.split(" ");
      const made = await turn.tellClient("terminal/create", { command: program, args });
      const { terminalId = null } = (made["result"] ?? {}) as JsonObject;
      call.running([{ type: "terminal", terminalId }]);
      void turn.tellClient("terminal/wait_for_exit", { terminalId });
      await turn.cancelled;
      call.failed("stopped");
      return ended("cancelled");
    },
  }),
];

/** Asks for the output once more instead of releasing. */
function keeps(isKept: (terminalId: unknown) => boolean): Overrides {
  return {
    outgoing: (message, { method, kind }) => {
      const { terminalId } = (message["params"] ?? {}) as JsonObject;
      const isRelease = method === RELEASE && kind === "request";
      return [isRelease && isKept(terminalId) ? { ...message, method: "terminal/output" } : message];
    },
  };
}

function keepsKilled(): Overrides {
  const killed = new Set<unknown>();
  const kept = keeps((terminalId) => killed.has(terminalId));
  return {
    outgoing: (message, origin) => {
      const { terminalId } = (message["params"] ?? {}) as JsonObject;
      if (origin.method === "terminal/kill" && origin.kind === "request") killed.add(terminalId);
      return kept.outgoing?.(message, origin) ?? [message];
    },
  };
}
