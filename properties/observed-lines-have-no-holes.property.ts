import { Buffer } from "node:buffer";
import fc from "fast-check";
import { LineWatch } from "../src/observer/line-watch.js";
import type { ObservedGap, ObservedLine } from "../src/observer/observed.js";
import { LineSplitter } from "../src/wire/line-splitter.js";
import { holds } from "./holds.js";

const chunk = fc.record({
  bytes: fc
    .array(fc.constantFrom(0x0a, 0x61, 0x62), { minLength: 1, maxLength: 12 })
    .map((bytes) => Buffer.from(bytes)),
  isLeftOut: fc.boolean(),
});

holds(
  "every line is observed whole or counted as left out, and no other is left out than those that a gap touches",
  fc.array(chunk, { maxLength: 30 }),
  (chunks) => {
    const { lines, gaps } = observe(chunks);
    const expected = touched(chunks);
    const kept = expected.filter(({ isTouched }) => !isTouched).map(({ text }) => text);
    const lost = expected.filter(({ isTouched }) => isTouched);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    return (
      JSON.stringify(lines) === JSON.stringify(kept) &&
      sum(gaps.map(({ lines = 0 }) => lines)) === lost.length &&
      sum(gaps.map((gap) => gap.bytes)) === sum(lost.map(({ text }) => text.length))
    );
  },
  { runs: 2_000 },
);

type Chunks = readonly { readonly bytes: Buffer; readonly isLeftOut: boolean }[];

function observe(chunks: Chunks): { readonly lines: string[]; readonly gaps: ObservedGap[] } {
  const lines: string[] = [];
  const gaps: ObservedGap[] = [];
  const watch = new LineWatch("a2c", {
    line: ({ line }: ObservedLine) => lines.push(line.bytes.toString() + line.eol),
    gap: (gap) => gaps.push(gap),
    flush: () => undefined,
    close: async () => undefined,
  });
  let left: Buffer[] = [];
  const passGap = (): void => {
    if (left.length === 0) return;
    const text = Buffer.concat(left).toString();
    const isAtLineStart = text.endsWith("\n");
    watch.gap(
      { bytes: text.length, lines: text.split("\n").length - (isAtLineStart ? 1 : 0), isAtLineStart },
      0,
    );
    left = [];
  };
  for (const { bytes, isLeftOut } of chunks) {
    if (isLeftOut) left.push(bytes);
    else {
      passGap();
      watch.chunk(bytes, 0);
    }
  }
  passGap();
  watch.end(0);
  return { lines, gaps };
}

/** The lines of the whole stream, and whether a byte of them was left out. */
function touched(chunks: Chunks): { readonly text: string; readonly isTouched: boolean }[] {
  const splitter = new LineSplitter();
  const all = Buffer.concat(chunks.map(({ bytes }) => bytes));
  const last = splitter.push(all).concat(splitter.end() ?? []);
  const isLeftOut = chunks.flatMap((each) => Array.from(each.bytes, () => each.isLeftOut));
  let at = 0;
  return last.map(({ bytes, eol }) => {
    const text = bytes.toString() + eol;
    const isTouched = isLeftOut.slice(at, at + text.length).includes(true);
    at += text.length;
    return { text, isTouched };
  });
}
