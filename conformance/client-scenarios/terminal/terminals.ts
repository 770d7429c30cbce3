import type { Policy } from "../../../src/driver/client-policy.js";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { member, told } from "../../scenarios/steps/reply.js";
import { judgeServed } from "../steps/served.js";
import { type ClientTurn, inTurn, notApplicable, notTested } from "../steps/turn.js";

/** A command that runs in a terminal of the client. */
export interface Terminal {
  readonly terminalId: string;
  readonly reply: Reply;
}

/** Whether a client that announces terminals serves all of them (docs/protocol/v1/initialization.mdx, "Terminal"). */
export const ALL_METHODS: string = "acp.v1.terminal.all-methods";

/** A scenario in a turn with a client that announces terminals, and that gave one to a first command. */
export function withTerminals(
  name: string,
  judges: readonly string[],
  run: (stage: ClientStage, turn: ClientTurn) => Promise<void>,
  overrides: Policy = {},
): ClientScenario {
  const all = [...judges, ALL_METHODS];
  return inTurn(
    name,
    all,
    async (stage, turn) => {
      if (!turn.can("terminal")) return notApplicable(stage, all, "the client does not announce terminal");
      const first = await create(turn, "process.exit(0)");
      if ("reason" in first) {
        // A client that runs nothing may ask its user, or forbid it: its policy, and no defect.
        notTested(stage, all, `the client ran no command: ${first.reason}`);
        return judgeServed(stage, ALL_METHODS, first.reply);
      }
      await onTerminal(turn, "release", first);
      await run(stage, turn);
    },
    overrides,
  );
}

/** Runs a script of Node in a terminal of the client. */
export async function create(
  turn: ClientTurn,
  script: string,
  more: JsonObject = {},
): Promise<Terminal | { readonly reason: string; readonly reply: Reply }> {
  const args: Json[] = ["-e", script];
  const reply = await turn.ask("terminal/create", { command: process.execPath, args, env: PLAIN, ...more });
  const terminalId = reply.kind === "result" ? member(reply.result, "terminalId") : undefined;
  return typeof terminalId === "string" ? { terminalId, reply } : { reason: told(reply), reply };
}

/** Runs a script and gives its terminal; undefined where the client gave none. */
export async function started(
  turn: ClientTurn,
  script: string,
  more: JsonObject = {},
): Promise<Terminal | undefined> {
  const terminal = await create(turn, script, more);
  return "reason" in terminal ? undefined : terminal;
}

/** What the harness runs must not be slowed by options that are meant for the harness. */
const PLAIN: readonly JsonObject[] = [{ name: "NODE_OPTIONS", value: "" }];

/** Calls terminal/output, wait_for_exit, kill or release. */
export async function onTerminal(
  turn: ClientTurn,
  method: "output" | "wait_for_exit" | "kill" | "release",
  { terminalId }: Terminal,
): Promise<Reply> {
  return await turn.ask(`terminal/${method}`, { terminalId });
}

/** Runs a script to its end; gives what it printed and how it ended. */
export async function finished(
  turn: ClientTurn,
  script: string,
  more: JsonObject = {},
): Promise<{ output: Reply; exit: Reply; terminal: Terminal } | undefined> {
  const terminal = await started(turn, script, more);
  if (terminal === undefined) return undefined;
  const exit = await onTerminal(turn, "wait_for_exit", terminal);
  const output = await onTerminal(turn, "output", terminal);
  await onTerminal(turn, "release", terminal);
  return { output, exit, terminal };
}

/** The text in the answer to terminal/output. */
export function outputOf(reply: Reply | undefined): string | undefined {
  const output = reply?.kind === "result" ? member(reply.result, "output") : undefined;
  return typeof output === "string" ? output : undefined;
}
