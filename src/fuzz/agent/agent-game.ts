import { refuseOwnFlaws } from "../../engine/own-frames.js";
import type { Conversation, Game, Shown, Waits } from "../conversation/game.js";
import { type Command, isOdd } from "../model/command.js";
import { groundOf, kindsOf } from "./ground.js";
import { type Judges, sightingsIn } from "./oracles/oracles.js";
import { plainerThan } from "./plainer.js";
import { type PlayOptions, playTrial } from "./play/play.js";
import type { Played } from "./play/played.js";

/** What playing with one agent takes. */
export interface AgentGameOptions extends Pick<PlayOptions, "argv" | "offers"> {
  readonly judges: Judges;
}

/** Conversations with an agent: the harness is its client. */
export class AgentGame implements Game<Command> {
  readonly #options: AgentGameOptions;

  constructor(options: AgentGameOptions) {
    this.#options = options;
  }

  async play(conversation: Conversation<Command>, waits: Waits): Promise<Shown> {
    const played = await playTrial(conversation, { ...this.#options, ...waits });
    if (!conversation.commands.some(isOdd))
      refuseOwnFlaws("a conversation", [played.transcript], this.#options.judges.protocol);
    return {
      sightings: sightingsIn(played, this.#options.judges),
      ground: groundOf(played),
      kinds: kindsOf(played),
      frames: played.transcript.frames.length,
      slowestMs: slowestOf(played),
    };
  }

  plainer(command: Command): readonly Command[] {
    return plainerThan(command);
  }
}

/**
 * The slowest answer in milliseconds. A turn takes as long as somebody lets it, so it counts from what ended it on;
 * the start of a process has its own time.
 */
function slowestOf({ asked, endedMs }: Played): number {
  const latencies = asked.flatMap(({ method, frame, reply }) =>
    reply === undefined || method === "session/prompt" || method === "initialize"
      ? []
      : [(reply.atMicros - frame.atMicros) / 1000],
  );
  return Math.max(endedMs, ...latencies);
}
