import { Buffer } from "node:buffer";
import { test } from "tap";
import { type Line, LineSplitter } from "../../src/wire/line-splitter.js";

/** What a splitter makes of these chunks, each line as `[bytes, eol]`, and `cut N` where bytes were left out. */
function split(chunks: readonly (string | Buffer)[], maxLineBytes?: number): string[][] {
  const splitter = new LineSplitter(maxLineBytes);
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
  const tail = splitter.end();
  return (tail === undefined ? lines : [...lines, tail]).map(show);
}

function show({ bytes, eol, cutBytes }: Line): string[] {
  return [bytes.toString("latin1"), eol, ...(cutBytes === 0 ? [] : [`cut ${cutBytes}`])];
}

test("push() and end() tell the line end of each line", async (t) => {
  t.same(split(["a\nb\r\n\n\r\nc"]), [
    ["a", "\n"],
    ["b", "\r\n"],
    ["", "\n"],
    ["", "\r\n"],
    ["c", ""],
  ]);
  t.same(split(["a\rb\r\r\n"]), [["a\rb\r", "\r\n"]], "a CR elsewhere belongs to the line");
  t.same(split(["a\r"]), [["a\r", ""]], "a CR at the end of the stream ends no line");
  t.same(split([]), [], "an empty stream has no line");
  t.same(split(["a\n"]), [["a", "\n"]], "nothing follows the last line end");
});

test("a line may be spread over chunks at any place", async (t) => {
  t.same(split(["a", "\r", "\n", "b", "\n"]), [
    ["a", "\r\n"],
    ["b", "\n"],
  ]);
  t.same(split(["a\r", "b\n"]), [["a\rb", "\n"]], "a CR at the end of a chunk is no line end yet");
  t.same(split(["", "a", "", "\n", ""]), [["a", "\n"]], "empty chunks change nothing");
});

test("nothing but LF ends a line", async (t) => {
  const separators = Buffer.from("a\u2028b\u2029c\u0085d\v\f\0e\n");
  const invalid = Buffer.from([0xff, 0xc3, 0x0a, 0xa9, 0xf0, 0x9f]);

  t.same(split([separators]), [[separators.subarray(0, -1).toString("latin1"), "\n"]]);
  t.same(split([invalid]), [
    ["\u00ff\u00c3", "\n"],
    ["\u00a9\u00f0\u009f", ""],
  ]);
});

test("a line longer than the limit is cut, and what was left out is counted", async (t) => {
  t.same(split(["abcd\n"], 4), [["abcd", "\n"]], "a line as long as the limit is whole");
  t.same(split(["abcde\nf\n"], 4), [
    ["abcd", "\n", "cut 1"],
    ["f", "\n"],
  ]);
  t.same(split(["ab", "cdefg", "hij", "\nk"], 4), [
    ["abcd", "\n", "cut 6"],
    ["k", ""],
  ]);
  t.same(split(["abcdef"], 4), [["abcd", "", "cut 2"]], "an unterminated line too");
});

test("a CR at the limit is a line end only when it was kept", async (t) => {
  t.same(split(["abc\r\n"], 4), [["abc", "\r\n"]]);
  t.same(split(["abcd\r\n"], 4), [["abcd", "\n", "cut 1"]]);
  t.same(split(["abc\rd\n"], 4), [["abc\r", "\n", "cut 1"]]);
});

test("pendingBytes counts the line that has begun, with what was cut", async (t) => {
  const splitter = new LineSplitter(3);

  splitter.push(Buffer.from("x\nabcde"));

  t.equal(splitter.pendingBytes, 5);
  splitter.push(Buffer.from("\n"));
  t.equal(splitter.pendingBytes, 0);
});

test("a flood without a line end keeps no more than the limit", async (t) => {
  const splitter = new LineSplitter(1000);
  const chunk = Buffer.alloc(64 * 1024, "f");
  const before = process.memoryUsage().arrayBuffers;

  for (let sent = 0; sent < 256 * 1024 * 1024; sent += chunk.length) splitter.push(Buffer.from(chunk));
  globalThis.gc?.();
  const grown = process.memoryUsage().arrayBuffers - before;
  const line = splitter.end();

  t.equal(line?.bytes.length, 1000);
  t.equal(line?.cutBytes, 256 * 1024 * 1024 - 1000);
  t.ok(grown < 128 * 1024 * 1024, `${grown} bytes more than before`);
});
