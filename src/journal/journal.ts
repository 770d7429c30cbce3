// The package's export "acp-assay/journal": the names that other projects build on.
// biome-ignore-all lint/performance/noBarrelFile: this is the one place that the package exports.
export type { Direction } from "../wire/direction.js";
export type { Line } from "../wire/line-splitter.js";
export { canonicalText } from "./canonical/canonical-text.js";
export type { Divergence } from "./chain/divergence.js";
export type { StoredFrame } from "./chain/read-row.js";
export {
  compareJournals,
  compareLifecycles,
  contentHashes,
  type JournalDifference,
  type LifecycleDifference,
} from "./compare-journals.js";
export { JournalFault, type Lost } from "./file/journal-fault.js";
export type { JournalRefusal } from "./frame/refusal.js";
export { framesOf, type HashedFrame, type JournalEntry, readJournal } from "./journal-reader.js";
export { type DroppedLines, type JournalOptions, type JournalWriter, openJournal } from "./journal-writer.js";
export { type LifecycleStep, lifecycleOf } from "./lifecycle/lifecycle.js";
export {
  openPublishedJournal,
  type PublishedJournal,
  type PublishedOptions,
} from "./published/published-journal.js";
export { type RefusedLine, readTrace, recordTrace, type TraceGap, type TraceLine } from "./record-trace.js";
export { type EndedTurn, type Replay, replayJournal } from "./replay-journal.js";
export { runJournalPath } from "./run-path.js";
export { type JournalVerdict, type Tail, type VerifyOptions, verifyJournal } from "./verify-journal.js";
