import { test } from "tap";
import type { ObservedLine } from "../../src/observer/observed.js";
import { AppendFile } from "../../src/observer/sinks/append-file.js";
import { TraceSink } from "../../src/observer/sinks/trace-sink.js";

/** A file that fails while it is told to, and keeps its lines. */
class Flaky extends AppendFile {
  readonly lines: string[] = [];
  isFull = false;

  constructor() {
    super({ path: "", maxBytes: 0, failed: () => undefined });
  }

  override write(lines: readonly string[]): boolean {
    if (!this.isFull) this.lines.push(...lines);
    return !this.isFull;
  }
}

const line = (text: string, micros: number): ObservedLine => ({
  direction: "a2c",
  micros,
  line: { bytes: Buffer.from(text, "latin1"), eol: "\n", cutBytes: 0 },
});

test("TraceSink tells in its place what could not be written", async (t) => {
  const file = new Flaky();
  const sink = new TraceSink(file);

  sink.line(line("one", 1));
  sink.flush();
  file.isFull = true;
  sink.line(line("two", 2));
  sink.gap({ direction: "c2a", micros: 3, lines: 4, bytes: 40 });
  sink.flush();
  sink.line(line("three", 4));
  sink.flush();
  file.isFull = false;
  sink.line({ direction: "c2a", micros: 5, line: { bytes: Buffer.from([0xff]), eol: "", cutBytes: 7 } });
  await sink.close();

  t.strictSame(file.lines, [
    '{"t":1,"dir":"a2c","line":"one"}',
    '{"t":5,"dir":"c2a","droppedLines":4,"droppedBytes":40}',
    '{"t":5,"dir":"a2c","droppedLines":2,"droppedBytes":10}',
    '{"t":5,"dir":"c2a","b64":"/w==","eol":"","cutBytes":7}',
  ]);
});
