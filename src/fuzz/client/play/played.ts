import type { Exit } from "../../../driver/subject-process.js";
import type { Transcript } from "../../../driver/transcript.js";
import type { ClientTrial } from "../model/command.js";
import type { AskedOfClient } from "./asked.js";

/** What one conversation with a client showed. */
export interface ClientPlayed {
  readonly trial: ClientTrial;
  /** One for each start of its agent. */
  readonly transcripts: readonly Transcript[];
  /** The one on which the commands were played. */
  readonly transcript: Transcript;
  /** How the client was lost in the middle of what it had begun; undefined when it was not. */
  readonly loss: ClientLoss | undefined;
  /** It answered nothing at all any more, for this long, in milliseconds; undefined when it did to the end. */
  readonly silentMs: number | undefined;
  /** Requests of the agent without a response, although later ones were answered. */
  readonly unanswered: readonly AskedOfClient[];
  readonly asked: readonly AskedOfClient[];
  /** What the files hold now that the client was asked to write. */
  readonly files: ReadonlyMap<string, string>;
  /** Commands that still run although their terminals were released. */
  readonly leftRunning: readonly AskedOfClient[];
  /** Its resident memory, in MiB, after each of many equal requests; empty where they were not asked for. */
  readonly memory: readonly number[];
  /** The end of its stderr. */
  readonly lastWords: string;
}

/** The client is gone, or has given up its agent, before its turn was over. */
export interface ClientLoss {
  readonly exit: Exit | undefined;
}
