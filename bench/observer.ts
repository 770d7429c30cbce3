import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../src/journal/journal-writer.js";
import { EpochStore } from "../src/observer/epoch/epoch-store.js";
import type { EventSink } from "../src/observer/event/event.js";
import { EventObserver } from "../src/observer/event/event-observer.js";
import { LineWatch } from "../src/observer/line-watch.js";
import type { ObservationSink } from "../src/observer/observed.js";
import { AppendFile } from "../src/observer/sinks/append-file.js";
import { EventFileSink } from "../src/observer/sinks/event-file-sink.js";
import { JournalSink } from "../src/observer/sinks/journal-sink.js";
import { TraceSink } from "../src/observer/sinks/trace-sink.js";
import { measure, short } from "./measure.js";

// `node dist/bench/observer.js`: from the bytes of session updates to what each sink keeps of them, on one thread, beside
// JSON.parse of the same lines: microseconds a frame, frames a second and the ratio, one JSON object a kind of frame.
const FRAMES = 2_000;
const folder = mkdtempSync(join(tmpdir(), "acp-assay-bench-"));
const file = (name: string): AppendFile =>
  new AppendFile({ path: join(folder, name), maxBytes: 100_000_000, failed: () => undefined });

const update = (sessionUpdate: string, more: object): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId: "s", update: { sessionUpdate, ...more } },
  });
const text = (length: number): object => ({ type: "text", text: "word ".repeat(length / 5) });
const KINDS: Readonly<Record<string, (index: number) => string>> = {
  "message chunk of 300 bytes": () => update("agent_message_chunk", { content: text(150) }),
  "tool call update of 1 KB": (index) =>
    update("tool_call_update", {
      toolCallId: `call-${index}`,
      status: "completed",
      rawOutput: { exit: 0, lines: ["a line of output"] },
      content: [{ type: "content", content: text(700) }],
    }),
  "diff of 10 KB": (index) =>
    update("tool_call_update", {
      toolCallId: `call-${index}`,
      status: "in_progress",
      content: [
        { type: "diff", path: "/a.ts", oldText: "old\n".repeat(1_200), newText: "new\n".repeat(1_200) },
      ],
    }),
  "plan of 60 entries": () =>
    update("plan", {
      entries: Array.from({ length: 60 }, (_, at) => ({
        content: `Step ${at}`,
        priority: "medium",
        status: "pending",
      })),
    }),
};

for (const [kind, frame] of Object.entries(KINDS)) {
  const lines = Array.from({ length: FRAMES }, (_, index) => Buffer.from(`${frame(index)}\n`));
  const bytes = Buffer.concat(lines);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  );
  const through = (sink: ObservationSink) => (): void => {
    const watch = new LineWatch("a2c", sink);
    for (const chunk of chunks) watch.chunk(chunk, 0);
    sink.flush();
  };
  const journal = new JournalSink(
    () => openJournal({ file: join(folder, `journal-${kind.length}`) }),
    () => undefined,
  );
  const times = measure(FRAMES, {
    parse: () => {
      for (const line of lines) JSON.parse(line.toString());
    },
    events: through(observeInto(new EventFileSink(file("events")))),
    trace: through(new TraceSink(file("trace"))),
    journal: through(journal),
  });
  const rows = Object.entries(times).map(([name, micros]) => [
    name,
    {
      micros: short(micros),
      framesPerSecond: Math.round(1e6 / micros),
      perParse: short(micros / times.parse),
    },
  ]);
  process.stdout.write(`${JSON.stringify({ kind, bytes: lines[0]?.length, ...Object.fromEntries(rows) })}\n`);
}
rmSync(folder, { recursive: true, force: true });

function observeInto(sink: EventSink): EventObserver {
  const store = new EpochStore(join(folder, "state"));
  const mapping = { deltas: true, ceiling: "full" } as const;
  return new EventObserver({ mapping, sinks: [sink], store, host: "here", startedAt: Date.now() });
}
