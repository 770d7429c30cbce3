import type { Divergence } from "./chain/divergence.js";
import { sealFileOf } from "./chain/seal.js";
import { journalFault } from "./file/journal-fault.js";
import { JournalWalk, type WalkedJournal } from "./file/journal-walk.js";

/** What stands behind the last seal: written, never acknowledged, lost by nobody who was told that it is kept. */
export interface Tail {
  /** Whole rows that fit the chain. */
  readonly rows: number;
  /** Bytes of a last line without its end. */
  readonly tornBytes: number;
}

/** What is known of a journal after every hash was computed anew. */
export interface JournalVerdict {
  readonly ok: boolean;
  /** Rows that are as they were written. */
  readonly count: number;
  /** Frames among them. */
  readonly frames: number;
  /** The event hash of the last of them, empty where there is none. */
  readonly head: string;
  /** Rows that the second seal covers; undefined where there is no seal file. */
  readonly sealed: number | undefined;
  /** The writer came to its end: nothing can have been cut off since. */
  readonly isClosed: boolean;
  readonly tail: Tail;
  readonly divergence?: Divergence;
}

/** How a journal is verified. */
export interface VerifyOptions {
  /** The head as somebody else kept it: then even a journal that was rewritten as a whole is seen. */
  readonly head?: string;
  /** Accept a journal of this project whose seal file is missing. */
  readonly withoutSeal?: boolean;
}

/** Verifies a journal; throws a fault when it cannot be read. */
export function verifyJournal(file: string, options: VerifyOptions = {}): JournalVerdict {
  try {
    return toVerdict(file, new JournalWalk(file).run(), options);
  } catch (error) {
    throw journalFault("read", file, error);
  }
}

function toVerdict(file: string, walked: WalkedJournal, options: VerifyOptions): JournalVerdict {
  const { state, seal, tornBytes } = walked;
  const divergence = walked.divergence ?? otherHead(walked, options) ?? noSeal(file, walked, options);
  const sealed = seal?.sealed.count;
  const tailRows = divergence === undefined && sealed !== undefined ? state.count - sealed : 0;
  return {
    ok: divergence === undefined,
    ...state,
    sealed,
    isClosed: seal?.sealed.isClosed === true && tailRows === 0 && tornBytes === 0,
    tail: { rows: tailRows, tornBytes },
    ...(divergence === undefined ? {} : { divergence }),
  };
}

function otherHead({ state }: WalkedJournal, { head }: VerifyOptions): Divergence | undefined {
  if (head === undefined || head === state.head) return undefined;
  const step = Math.max(0, state.count - 1);
  return { step, reason: `step ${step}: the head is another one`, expected: head, actual: state.head };
}

function noSeal(file: string, walked: WalkedJournal, { withoutSeal }: VerifyOptions): Divergence | undefined {
  const { state, lacksSeal } = walked;
  if (!lacksSeal || withoutSeal === true) return undefined;
  const expected = sealFileOf(file);
  return {
    step: 0,
    reason: "the second seal is missing",
    expected,
    actual: `no seal for ${state.count} rows`,
  };
}
