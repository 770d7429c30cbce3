import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Reply } from "../../../src/driver/agent-connection.js";
import { INVALID_PARAMS } from "../../../src/driver/client/answers.js";
import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { type JsonObject, wordOf } from "../../../src/wire/message.js";
import { ask, promptFor } from "../steps/ask.js";
import { at, errorCode, framesOf, items, member, shortly, told } from "../steps/reply.js";
import { cannotJudge, inSession, type Session } from "../steps/setup.js";
import { take, text, updatesIn } from "../steps/turn.js";

const RECOGNISED = "acp.v1.commands.recognised";
const WITH_OTHER = "acp.v1.commands.with-other-content";
const ALL = [RECOGNISED, WITH_OTHER];

/** Commands that by their names only tell something. */
const HARMLESS: ReadonlySet<string> = new Set(["help", "status", "about", "version"]);

/**
 * A command that the agent advertises is recognised in a prompt, alone and beside other content
 * (docs/protocol/v1/slash-commands.mdx, "Running commands"). The script names one, or its name tells that it is harmless.
 */
export const runCommands: AgentScenario = inSession("commands/run", ALL, async (stage, session) => {
  const command = await commandOf(stage, session);
  if (command === undefined) {
    cannotJudge(stage, ALL, "the agent advertises no command that is known to be harmless");
    return;
  }
  const alone = await take(session, command);
  if (alone.reply.kind === "silence" || alone.neededCancel || isOtherTrouble(alone.reply)) {
    cannotJudge(stage, ALL, `a command gave ${told(alone.reply)}`);
    return;
  }
  const stranger = saidUnknown(session);
  stage.expect(RECOGNISED, alone.reply.kind === "result" && stranger === undefined, () => ({
    expected: `the advertised command ${shortly(command[0]?.["text"])} carried out`,
    actual: stranger === undefined ? told(alone.reply) : shortly(stranger),
    frames: framesOf(alone.reply),
  }));
  if (alone.reply.kind !== "result") return;
  const uri = pathToFileURL(join(stage.cwd, "notes.txt")).href;
  const { reply } = await take(session, [...command, { type: "resource_link", uri, name: "notes.txt" }]);
  if (reply.kind === "silence" || isOtherTrouble(reply)) stage.notTested(WITH_OTHER, told(reply));
  else {
    stage.expect(WITH_OTHER, reply.kind === "result", () => ({
      expected: "the same command with a resource link beside it",
      actual: told(reply),
      frames: framesOf(reply),
    }));
  }
});

/** Only wrong parameters speak of the command; any other error may come from behind the agent. */
function isOtherTrouble(reply: Reply): boolean {
  return reply.kind === "error" && errorCode(reply) !== INVALID_PARAMS;
}

/** A command that is advertised by now: it may come with a turn. */
async function commandOf(stage: AgentStage, session: Session): Promise<JsonObject[] | undefined> {
  await session.connection.barrier();
  if (advertised(session).length === 0) await ask(stage, session, "short");
  const names = advertised(session);
  const scripted = promptFor(stage, "command");
  if (scripted !== undefined) {
    const name = /^\/(\S+)/.exec(String(scripted[0]?.["text"]))?.[1];
    return name !== undefined && names.includes(name) ? scripted : undefined;
  }
  const harmless = names.find((name) => HARMLESS.has(name));
  return harmless === undefined ? undefined : text(`/${harmless}`);
}

function advertised({ connection, sessionId }: Session): string[] {
  const last = updatesIn(connection.transcript).findLast(
    (update) => update.kind === "available_commands_update" && update.sessionId === sessionId,
  );
  return items(last?.update["availableCommands"]).map((command) =>
    wordOf(member(command, "name")).replace(/^\//, ""),
  );
}

/** What the agent says of a command that it does not know, in the words that most use. */
function saidUnknown({ connection }: Session): string | undefined {
  const said = updatesIn(connection.transcript)
    .filter(({ kind }) => kind === "agent_message_chunk")
    .map(({ update }) => wordOf(at(update, "content", "text")));
  return said.find((words) => /\b(unknown|unrecogni[sz]ed|no such) (slash )?command\b/i.test(words));
}
