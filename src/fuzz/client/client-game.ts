import { refuseOwnFlaws } from "../../engine/own-frames.js";
import type { Conversation, Game, Shown, Waits } from "../conversation/game.js";
import { groundOfClient, kindsOfClient } from "./ground.js";
import type { Serves } from "./model/agent-model.js";
import { type AgentCommand, isOddOfAgent } from "./model/command.js";
import { type ClientJudges, clientSightings } from "./oracles/sightings.js";
import { plainerOfAgent } from "./plainer.js";
import { playClientTrial } from "./play/play.js";
import type { ClientPlayed } from "./play/played.js";

/** What playing with one client takes. */
export interface ClientGameOptions {
  readonly argv: readonly string[];
  readonly serves: Serves;
  readonly judges: ClientJudges;
}

/** Conversations with a client: the harness is its agent. */
export class ClientGame implements Game<AgentCommand> {
  readonly #options: ClientGameOptions;

  constructor(options: ClientGameOptions) {
    this.#options = options;
  }

  async play(conversation: Conversation<AgentCommand>, waits: Waits): Promise<Shown> {
    const { argv, serves, judges } = this.#options;
    const played = await playClientTrial(conversation, { argv, serves, ...waits });
    if (!conversation.commands.some(isOddOfAgent))
      refuseOwnFlaws("a conversation", played.transcripts, judges.protocol);
    return {
      sightings: clientSightings(played, judges),
      ground: groundOfClient(played),
      kinds: kindsOfClient(played),
      frames: played.transcripts.reduce((sum, { frames }) => sum + frames.length, 0),
      slowestMs: slowestOf(played),
    };
  }

  plainer(command: AgentCommand): readonly AgentCommand[] {
    const { protocol } = this.#options.judges;
    return plainerOfAgent(command, (update) => {
      const params = { sessionId: "s", update };
      return protocol.judge("notification", "session/update", "a2c", params).length === 0;
    });
  }
}

/** The slowest answer that needs neither a user nor the end of a command, in milliseconds. */
function slowestOf({ asked }: ClientPlayed): number {
  const latencies = asked.flatMap(({ what, frame, reply }) =>
    reply === undefined || what === "wait" || what.endsWith("permission")
      ? []
      : [(reply.atMicros - frame.atMicros) / 1000],
  );
  return Math.max(0, ...latencies);
}
