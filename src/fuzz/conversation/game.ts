import type { Sighting } from "./sighting.js";

/** What commands of any conversation have in common, so that they can be counted, shrunk and told apart. */
export interface AnyCommand {
  readonly do: string;
  /** Sessions have numbers of their own. */
  readonly session?: number;
  readonly place?: number;
  /** How often it is repeated. */
  readonly times?: number;
}

/** One conversation with a subject: what the harness does in it. Plain data, so that it can be hashed, saved and shrunk. */
export interface Conversation<Command> {
  readonly commands: readonly Command[];
}

/** How long a subject is waited for, in milliseconds. */
export interface Waits {
  /** One answer. */
  readonly waitMs: number;
  /** The start of its process and its first answer. */
  readonly startMs: number;
  /** A request that is still open when everything was done to end it. */
  readonly graceMs: number;
}

/** What one conversation showed. */
export interface Shown {
  readonly sightings: readonly Sighting[];
  /** What it went over, for the statistics. */
  readonly ground: readonly string[];
  /** The kinds of frames that the subject sent, for a look at whether it does the same again. */
  readonly kinds: readonly string[];
  readonly frames: number;
  /** The slowest answer, in milliseconds. */
  readonly slowestMs: number;
}

/** How conversations with subjects of one role are played, judged and shrunk. */
export interface Game<Command extends AnyCommand> {
  /** Plays a conversation with a fresh process. */
  play(conversation: Conversation<Command>, waits: Waits): Promise<Shown>;
  /** The same command, plainer, from the plainest on. */
  plainer(command: Command): readonly Command[];
}
