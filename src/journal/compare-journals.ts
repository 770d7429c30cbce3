import { framesOf, type HashedFrame } from "./journal-reader.js";
import { type LifecycleStep, lifecycleOf } from "./lifecycle/lifecycle.js";

/** The first frame in which two journals differ; the field names are those of the published format. */
export interface JournalDifference {
  readonly seq: number;
  readonly method: string | null;
  /** Empty where one journal has ended. */
  readonly expected_hash: string;
  readonly actual_hash: string;
  /** The frames in canonical form; undefined where one journal has ended. */
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

/** Compares two journals frame by frame, by hashes computed anew; other rows may differ. Undefined when they agree. */
export function compareJournals(expected: string, actual: string): JournalDifference | undefined {
  const pair = firstPair(framesOf(expected), framesOf(actual), (left, right) => left.rehash === right.rehash);
  if (pair === undefined) return undefined;
  const [left, right] = pair;
  return {
    seq: (left ?? right)?.seq ?? 0,
    method: (left ?? right)?.method ?? null,
    expected_hash: left?.rehash ?? "",
    actual_hash: right?.rehash ?? "",
    expected: left?.frame,
    actual: right?.frame,
  };
}

/** The first step in which two sessions took another course. */
export interface LifecycleDifference {
  readonly seq: number;
  readonly method: string | null;
  /** The step in words; undefined where one journal has ended. */
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

/**
 * Compares what happened in two journals and not what was said: methods, states, stop reasons, outcomes and errors in
 * their order, with ids by first appearance. Text, chunking and numbers do not matter. Undefined when they agree.
 */
export function compareLifecycles(expected: string, actual: string): LifecycleDifference | undefined {
  const isSame = (left: LifecycleStep, right: LifecycleStep): boolean => left.text === right.text;
  const pair = firstPair(lifecycleOf(framesOf(expected)), lifecycleOf(framesOf(actual)), isSame);
  if (pair === undefined) return undefined;
  const [left, right] = pair;
  const { seq, method } = left ?? right ?? { seq: 0, method: null };
  return { seq, method, expected: left?.text, actual: right?.text };
}

function firstPair<Item>(
  left: Iterator<Item, void, void>,
  right: Iterator<Item, void, void>,
  isSame: (left: Item, right: Item) => boolean,
): readonly [Item | undefined, Item | undefined] | undefined {
  try {
    for (;;) {
      const pair = [left.next().value ?? undefined, right.next().value ?? undefined] as const;
      const [one, other] = pair;
      if (one === undefined && other === undefined) return undefined;
      if (one === undefined || other === undefined || !isSame(one, other)) return pair;
    }
  } finally {
    left.return?.();
    right.return?.();
  }
}

/** The content hashes of a journal's frames in order, as stored numbers name them. */
export function contentHashes(file: string): readonly (readonly [seq: number, hash: string])[] {
  return [...framesOf(file)].map(({ seq, rehash }: HashedFrame) => [seq, rehash] as const);
}
