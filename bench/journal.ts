import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../src/journal/journal-writer.js";
import { verifyJournal } from "../src/journal/verify-journal.js";
import type { Line } from "../src/wire/line-splitter.js";
import { median, short } from "./measure.js";

/**
 * What a journal costs beside the hashing that no journal can do without: three SHA-256 an entry (frame, payload, event),
 * one call each, over the very bytes that the journal hashes. `node dist/bench/journal.js [ENTRIES]`.
 */
const ENTRIES = Number(process.argv[2] ?? 100_000);
const ROUNDS = 7;
const BARE_TIMES = 3;
const BATCH = 250;

const folder = mkdtempSync(join(tmpdir(), "journal-bench-"));
const lines = Array.from({ length: ENTRIES }, (_, number) => toLine(frameOf(number)));

interface Times {
  readonly append: number;
  readonly sync: number;
  readonly verify: number;
  readonly bare: number;
}

/** Mostly chunks, each seventh a tool call update, each hundredth a plan: what a streaming session looks like. */
function frameOf(number: number): object {
  const update = number % 100 === 99 ? plan() : number % 7 === 6 ? toolCall(number) : chunk(number);
  return { jsonrpc: "2.0", method: "session/update", params: { sessionId: "sess_0123456789abcdef", update } };
}

function chunk(number: number): object {
  const text = `and so the function returns what its caller asked for, part ${number} `.repeat(2);
  return { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
}

function toolCall(number: number): object {
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: `call_${number}`,
    status: "in_progress",
    content: [{ type: "content", content: { type: "text", text: `line of output ${number}\n`.repeat(24) } }],
    locations: [{ path: "/home/user/project/src/main.ts", line: number }],
  };
}

function plan(): object {
  const entries = Array.from({ length: 20 }, (_, step) => ({
    content: `Step ${step} of the plan`,
    priority: "medium",
    status: step < 5 ? "completed" : "pending",
  }));
  return { sessionUpdate: "plan", entries };
}

function toLine(frame: object): Line {
  return { bytes: Buffer.from(JSON.stringify(frame)), eol: "\n", cutBytes: 0 };
}

function append(file: string, sync: boolean): void {
  const journal = openJournal({ file, sync });
  for (const [place, line] of lines.entries()) {
    journal.append("a2c", line);
    if (place % BATCH === BATCH - 1) journal.flush();
  }
  journal.close();
}

/** The three texts of each row, as long as the journal's own. */
function hashedTexts(file: string): readonly [string, string, string][] {
  const rows = readFileSync(file, "latin1").trimEnd().split("\n");
  return rows.map((row, index) => {
    const frame = row.slice(row.indexOf('"frame":') + 8, row.lastIndexOf(',"stop_reason":'));
    const fields = row.slice(row.indexOf('"acp_direction":'), -1);
    const [payload = "", previous = ""] = row.match(/[0-9a-f]{64}/g) ?? [];
    const event = `{"event_type":"acp_event","index":${index},"payload_hash":"${payload}","prev_hash":"${previous}"}`;
    return [flat(frame), flat(`${fields},"event":"acp_event"}`), flat(event)];
  });
}

/** A string of its own: hashing must not pay for how this program made it. */
function flat(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

function seconds(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

function round(number: number): Times {
  const file = join(folder, `${number}.jsonl`);
  const times = {
    append: seconds(() => append(file, false)),
    sync: seconds(() => append(`${file}.sync`, true)),
    verify: seconds(() => {
      if (!verifyJournal(file).ok) throw new Error("The journal does not verify");
    }),
  };
  const texts = hashedTexts(file);
  const bare = median(
    Array.from({ length: BARE_TIMES }, () =>
      seconds(() => {
        for (const three of texts) for (const text of three) hash("sha256", text);
      }),
    ),
  );
  for (const name of [file, `${file}.sync`]) for (const end of ["", ".seal"]) rmSync(`${name}${end}`);
  return { ...times, bare };
}

const rounds = Array.from({ length: ROUNDS + 1 }, (_, number) => round(number)).slice(1);
rmSync(folder, { recursive: true });

const medianOf = (name: keyof Times): number => median(rounds.map((one) => one[name]));
const entriesPerSecond = (name: keyof Times): number => Math.round(ENTRIES / medianOf(name));
// Medians of all rounds, since a single round may meet with whatever else the machine does.
const ratio = (name: keyof Times): number => short(medianOf(name) / medianOf("bare"));
process.stdout.write(
  `${JSON.stringify(
    {
      entries: ENTRIES,
      rowsPerBatch: BATCH,
      bytesPerFrame: Math.round(lines.reduce((sum, line) => sum + line.bytes.length, 0) / ENTRIES),
      bareEntriesPerSecond: entriesPerSecond("bare"),
      append: { entriesPerSecond: entriesPerSecond("append"), timesBare: ratio("append"), target: 4 },
      appendWithSync: { entriesPerSecond: entriesPerSecond("sync"), timesBare: ratio("sync") },
      verify: { entriesPerSecond: entriesPerSecond("verify"), timesBare: ratio("verify"), target: 2.5 },
    },
    null,
    2,
  )}\n`,
);
