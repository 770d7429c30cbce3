import { Buffer } from "node:buffer";
import { test } from "tap";
import { Transcript } from "../../src/driver/transcript.js";
import type { Frame } from "../../src/wire/frame.js";

/** A clock that counts its readings. */
function ticking(): { micros: () => number } {
  let ticks = 0;
  return {
    micros: () => {
      ticks += 1;
      return ticks;
    },
  };
}

const shown = ({ number, direction, text, atMicros }: Frame): unknown[] => [
  number,
  direction,
  text,
  atMicros,
];

test("record() numbers the lines of both directions as they are completed", async (t) => {
  const transcript = new Transcript(ticking());

  t.same(transcript.record("c2a", Buffer.from("a")), [], "a line that has not ended is no frame");
  t.same(transcript.record("a2c", Buffer.from("b\nc\n")).map(shown), [
    [1, "a2c", "b", 1],
    [2, "a2c", "c", 2],
  ]);
  t.same(transcript.record("c2a", Buffer.from("a\n")).map(shown), [[3, "c2a", "aa", 3]]);
  t.same(transcript.of("c2a").map(shown), [[3, "c2a", "aa", 3]]);
  t.equal(transcript.frames.length, 3);
});

test("end() records the unterminated last line", async (t) => {
  const transcript = new Transcript(ticking());
  transcript.record("a2c", Buffer.from("a\nrest"));

  t.equal(transcript.pendingBytes("a2c"), 4);
  transcript.end("a2c");
  transcript.end("c2a");

  t.same(
    transcript.frames.map(({ text, eol }) => [text, eol]),
    [
      ["a", "\n"],
      ["rest", ""],
    ],
  );
});

test("a line beyond the limit is cut", async (t) => {
  const transcript = new Transcript(ticking(), 4);

  const [frame] = transcript.record("a2c", Buffer.from('{"method":"a"}\n'));

  t.match(frame, { text: '{"me', cutBytes: 10, message: { reason: "cut: longer than the limit" } });
});

test("a listener hears later frames until it stops, even when it stops while it is called", async (t) => {
  const transcript = new Transcript(ticking());
  const heard: string[] = [];
  transcript.record("c2a", Buffer.from("early\n"));
  const stop = transcript.listen(({ text }) => {
    heard.push(`first ${text}`);
    stop();
  });
  transcript.listen(({ text }) => heard.push(`second ${text}`));

  transcript.record("c2a", Buffer.from("one\ntwo\n"));

  t.same(heard, ["first one", "second one", "second two"]);
});

test("close() tells what came before it from what came behind", async (t) => {
  const transcript = new Transcript(ticking());
  const [before] = transcript.record("a2c", Buffer.from("a\n"));
  transcript.close("c2a");
  const [behind] = transcript.record("a2c", Buffer.from("b\n"));
  transcript.close("c2a");

  t.same(
    [before, behind].map((frame) => frame && transcript.wasOpen("c2a", frame)),
    [true, false],
  );
  t.ok(behind && transcript.wasOpen("a2c", behind), "the other direction is open still");
});

test("a recording does not tell whether a stream is open behind its last frame", async (t) => {
  const seen = new Transcript(ticking());
  for (const [direction, text] of [
    ["a2c", "a\n"],
    ["c2a", "b\n"],
    ["a2c", "c\n"],
  ] as const)
    seen.record(direction, Buffer.from(text));

  const recorded = Transcript.recorded(seen.frames);

  t.same(
    seen.of("a2c").map((frame) => recorded.wasOpen("c2a", frame)),
    [true, false],
  );
});
