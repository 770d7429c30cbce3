import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import type { GeneratedFrame } from "../generated/arbitrary/frame-source.js";
import { openJournal } from "../src/journal/journal-writer.js";
import { verifyJournal } from "../src/journal/verify-journal.js";
import { holds } from "./holds.js";

const CAMPAIGN = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const RUNS = CAMPAIGN ? 5_000 : 20;
const MOST_MS = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), "journal-property-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const { conversations }: { conversations: () => Arbitrary<readonly GeneratedFrame[]> } = await import(
  new URL("../generated/v1/arbitraries.js", import.meta.url).href
);
const sessions = conversations();

/** Journals a session; every so many rows make a batch. */
function journalOf(name: string, frames: readonly GeneratedFrame[], startMs: number, batch: number): string {
  const file = join(folder, name);
  for (const end of ["", ".seal"]) rmSync(`${file}${end}`, { force: true });
  let ms = startMs;
  const now = (): Date => {
    ms += 7;
    return new Date(ms);
  };
  const journal = openJournal({ file, schema: "v1", recordRefusals: true, now });
  for (const [place, { direction, text }] of frames.entries()) {
    journal.append(direction, { bytes: Buffer.from(text), eol: "\n", cutBytes: 0 });
    if (place % batch === 0) journal.flush();
  }
  journal.close();
  return file;
}

const times = fc.nat({ max: MOST_MS });
const batches = fc.integer({ min: 1, max: 50 });

holds(
  "two replays of a session have one head, whatever the name of the journal, the time and the batches",
  fc.tuple(sessions, times, times, batches, batches),
  ([frames, firstMs, secondMs, firstBatch, secondBatch]) => {
    const first = verifyJournal(journalOf("first", frames, firstMs, firstBatch));
    const second = verifyJournal(journalOf("second", frames, secondMs, secondBatch));
    return first.ok && second.ok && first.isClosed && first.head === second.head && first.count > 0;
  },
  { runs: RUNS },
);

/** A change of a journal's lines of which the first that it touches is at `at`. */
type Change = (rows: readonly Buffer[], at: number, other: number) => readonly Buffer[];

const CHANGES: Readonly<Record<string, Change>> = {
  bit: (rows, at, other) => replaced(rows, at, (row) => withBitFlipped(row, other)),
  byteLost: (rows, at, other) => replaced(rows, at, (row) => cutOut(row, other % row.length, 1)),
  byteMore: (rows, at, other) =>
    replaced(rows, at, (row) => Buffer.concat([row, row.subarray(0, 1 + (other % 3))])),
  hash: (rows, at, other) => replaced(rows, at, (row) => withOtherHash(row, other)),
  time: (rows, at) => replaced(rows, at, (row) => edited(row, /"ts":\d/, '"ts":9')),
  drop: (rows, at) => rows.toSpliced(at, 1),
  twice: (rows, at) => rows.toSpliced(at, 0, rows[at] ?? Buffer.of()),
  blank: (rows, at) => rows.toSpliced(at, 0, Buffer.of()),
  truncate: (rows, at) => rows.slice(0, at),
  swap: (rows, at) => [...rows.slice(0, at), ...rows.slice(at, at + 2).reverse(), ...rows.slice(at + 2)],
};

function replaced(rows: readonly Buffer[], at: number, change: (row: Buffer) => Buffer): readonly Buffer[] {
  return rows.map((row, place) => (place === at ? change(row) : row));
}

/** No bit makes a line end: that would be two rows. */
function withBitFlipped(row: Buffer, other: number): Buffer {
  const changed = Buffer.from(row);
  const at = other % row.length;
  const byte = (row[at] ?? 0) ^ (1 << ((other >> 8) % 7));
  changed[at] = byte === 0x0a ? 0x0b : byte;
  return changed;
}

function cutOut(row: Buffer, at: number, length: number): Buffer {
  return Buffer.concat([row.subarray(0, at), row.subarray(at + length)]);
}

function withOtherHash(row: Buffer, other: number): Buffer {
  const names = ["payload_hash", "event_hash", "content_hash"];
  const digit = "0123456789abcdef"[other % 16];
  return edited(row, new RegExp(`("${names[other % names.length]}":")[0-9a-f]`), `$1${digit}`);
}

function edited(row: Buffer, pattern: RegExp, replacement: string): Buffer {
  return Buffer.from(row.toString("latin1").replace(pattern, replacement), "latin1");
}

const changes = fc.tuple(
  sessions,
  batches,
  fc.constantFrom(...Object.keys(CHANGES)),
  fc.nat(),
  fc.nat({ max: 65_535 }),
);

holds(
  "one change of one row, whatever it is, is named at its step",
  changes,
  ([frames, batch, name, place, other]) => {
    const file = journalOf("changed", frames, 0, batch);
    const before = readFileSync(file);
    const rows = before
      .toString("latin1")
      .trimEnd()
      .split("\n")
      .map((row) => Buffer.from(row, "latin1"));
    // The last row has no neighbour to be swapped with.
    const at = place % (name === "swap" ? Math.max(1, rows.length - 1) : rows.length);
    const change = CHANGES[name];
    if (change === undefined) return false;
    const after = Buffer.concat(change(rows, at, other).flatMap((row) => [row, Buffer.from("\n")]));
    writeFileSync(file, after);
    const { ok, divergence } = verifyJournal(file);
    // A row that stands twice is out of place where it stands again.
    return after.equals(before) ? ok : !ok && divergence?.step === (name === "twice" ? at + 1 : at);
  },
  { runs: RUNS * 3 },
);
