import type { Exit } from "../../../driver/subject-process.js";
import type { Transcript } from "../../../driver/transcript.js";
import type { AgentTrial } from "../../model/command.js";
import type { Asked } from "./asked-requests.js";

/** What one conversation with an agent showed. */
export interface Played {
  readonly trial: AgentTrial;
  readonly transcript: Transcript;
  /** How the agent ended before its input did; undefined when it lived until then. */
  readonly exit: Exit | undefined;
  /** Its stdout was closed while it lived on. */
  readonly isOutputClosed: boolean;
  /** It answered nothing at all any more, for this long, in milliseconds; undefined when it did to the end. */
  readonly silentMs: number | undefined;
  /** How long it took to end the turns that were open and to answer, in milliseconds; 0 where something was not. */
  readonly endedMs: number;
  /** Requests of ours without a response, although a later one was answered. */
  readonly unanswered: readonly Asked[];
  readonly asked: readonly Asked[];
  /** Which of our sessions an id of the agent's means. */
  readonly sessions: ReadonlyMap<string, number>;
  /** Its resident memory, in MiB, after each of many equal turns; empty where they were not asked for. */
  readonly memory: readonly number[];
  /** The end of its stderr. */
  readonly lastWords: string;
}
