import type { JsonObject } from "../../../src/wire/message.js";

/** What version 2 says and version 1 has no words for. */
export type Unsayable =
  | "message-replacement"
  | "message-null"
  | "message-empty"
  | "message-patch"
  | "tool-call-name-null"
  | "unknown-update"
  | "unknown-content"
  | "terminal";

/** What an adapter can do about the turn that it is in. */
export interface Turn {
  /** Sends a message of version 1 to the client. */
  tellClient(message: JsonObject): void;
  /** Sends an update of version 1 to the client. */
  update(update: JsonObject): void;
  /** Ends the turn with an error. */
  fail(reason: string): void;
  /** Writes a line to stderr. */
  warn(line: string): void;
  /** Ends the adapter. */
  exit(code: number): void;
}

/** Tells somebody that a thing is lost, or gives it another form. */
export type Report = (what: Unsayable, update: JsonObject, turn: Turn) => void;

/** One adapter: what it does with what it cannot say. */
export interface AdapterBehaviour {
  readonly name: string;
  /** What it does, in one sentence; for a mutant, what it does wrong. */
  readonly about: string;
  readonly kind: "control" | "mutant";
  /** What it is documented to lose, in the words of a profile. */
  readonly loses?: readonly string[];
  /** For all that it cannot say and that is not among the next. */
  readonly report: Report;
  readonly instead?: Partial<Readonly<Record<Unsayable, Report>>>;
  /** Holds the pieces of a message back until the turn ends, so that they can still be replaced. */
  readonly holdsMessages?: boolean;
  /** It leaves the ids of messages out. */
  readonly dropsMessageIds?: boolean;
  /** Writes all that it hears to stderr. */
  readonly logsTraffic?: boolean;
}
