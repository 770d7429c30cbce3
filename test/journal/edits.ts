type Rows = string[];

/** A change of a journal of six rows, and where it has to be found. */
export interface Edit {
  readonly name: string;
  readonly edit: (rows: Rows) => Rows;
  readonly step: number;
  readonly reason: string;
  /** The same edit where the seal file is missing too: undefined when it is not seen then. */
  readonly unsealed?: string;
}

const at = (place: number, change: (row: string) => string) => (rows: Rows) =>
  rows.map((row, index) => (index === place ? change(row) : row));

export const EDITS: readonly Edit[] = [
  {
    name: "a text inside a frame",
    edit: at(3, (row) => row.replace('"text":"a"', '"text":"A"')),
    step: 3,
    reason: "content_hash mismatch",
    unsealed: "content_hash mismatch",
  },
  {
    name: "a content hash",
    edit: at(2, (row) => row.replace(/"content_hash":"./, '"content_hash":"_')),
    step: 2,
    reason: "content_hash mismatch",
    unsealed: "content_hash mismatch",
  },
  {
    name: "a payload hash",
    edit: at(2, (row) => row.replace(/"payload_hash":".{64}/, `"payload_hash":"${"0".repeat(64)}`)),
    step: 2,
    reason: "payload_hash mismatch",
    unsealed: "payload_hash mismatch",
  },
  {
    name: "an event hash",
    edit: at(2, (row) => row.replace(/"event_hash":".{64}/, `"event_hash":"${"0".repeat(64)}`)),
    step: 2,
    reason: "event_hash mismatch",
    unsealed: "event_hash mismatch",
  },
  {
    name: "a prev hash",
    edit: at(2, (row) => row.replace(/"prev_hash":".{64}/, `"prev_hash":"${"0".repeat(64)}`)),
    step: 2,
    reason: "prev_hash break",
    unsealed: "prev_hash break",
  },
  {
    name: "an index",
    edit: at(4, (row) => row.replace('"index":4', '"index":5')),
    step: 4,
    reason: "index break",
    unsealed: "index break",
  },
  {
    name: "a stop reason",
    edit: at(5, (row) => row.replace('"stop_reason":"end_turn"', '"stop_reason":"refusal"')),
    step: 5,
    reason: "payload_hash mismatch",
    unsealed: "payload_hash mismatch",
  },
  {
    name: "an event type",
    edit: at(1, (row) => row.replace('"event":"acp_event"', '"event":"acp_other"')),
    step: 1,
    reason: "payload_hash mismatch",
    unsealed: "payload_hash mismatch",
  },
  {
    name: "a time",
    edit: at(2, (row) => row.replace('"ts":1700000000.002', '"ts":1700000000.003')),
    step: 2,
    reason: "the second seal says otherwise",
  },
  {
    name: "an elapsed time",
    edit: at(2, (row) => row.replace('"elapsed_s":0.002', '"elapsed_s":0.001')),
    step: 2,
    reason: "the second seal says otherwise",
  },
  {
    name: "a space in a row",
    edit: at(2, (row) => row.replace('"frame":', '"frame": ')),
    step: 2,
    reason: "row is spelled otherwise than it was written",
    unsealed: "row is spelled otherwise than it was written",
  },
  {
    name: "a field that nobody knows",
    edit: at(2, (row) => row.replace('"terminal":', '"x":1,"terminal":')),
    step: 2,
    reason: "payload_hash mismatch",
    unsealed: "payload_hash mismatch",
  },
  {
    name: "a row that is no JSON",
    edit: at(2, (row) => row.slice(0, -1)),
    step: 2,
    reason: "unreadable row",
    unsealed: "unreadable row",
  },
  {
    name: "a blank line",
    edit: (rows) => rows.toSpliced(2, 0, ""),
    step: 2,
    reason: "unreadable row",
    unsealed: "unreadable row",
  },
  {
    name: "a dropped row",
    edit: (rows) => rows.toSpliced(2, 1),
    step: 2,
    reason: "prev_hash break",
    unsealed: "prev_hash break",
  },
  {
    name: "a row twice",
    edit: (rows) => rows.toSpliced(2, 0, rows[1] ?? ""),
    step: 2,
    reason: "prev_hash break",
    unsealed: "prev_hash break",
  },
  {
    name: "two rows swapped",
    edit: (rows) => [...rows.slice(0, 2), ...rows.slice(2, 4).reverse(), ...rows.slice(4)],
    step: 2,
    reason: "prev_hash break",
    unsealed: "prev_hash break",
  },
  { name: "a cut tail", edit: (rows) => rows.slice(0, 4), step: 4, reason: "row is missing" },
  { name: "no rows at all", edit: () => [], step: 0, reason: "row is missing" },
];
