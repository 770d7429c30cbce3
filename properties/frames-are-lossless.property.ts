import { Buffer } from "node:buffer";
import fc from "fast-check";
import { startClock } from "../src/driver/clock.js";
import { bytesOf, payloadOf } from "../src/driver/sandwich/payload.js";
import { Transcript } from "../src/driver/transcript.js";
import { holds } from "./holds.js";
import { chunked, wireBytes } from "./wire-bytes.js";

const LF = 0x0a;

holds(
  "frames joined with their line ends are the bytes that travelled",
  chunked(wireBytes),
  ({ whole, chunks }) => {
    const transcript = new Transcript(startClock());

    for (const chunk of chunks) transcript.record("a2c", chunk);
    transcript.end("a2c");

    const frames = transcript.of("a2c");
    const isCutAtEachLineEnd = frames.every(({ bytes }) => !bytes.includes(LF));
    const joined = Buffer.concat(frames.flatMap(({ bytes, eol }) => [bytes, Buffer.from(eol)]));
    return isCutAtEachLineEnd && joined.equals(whole);
  },
);

holds(
  "a line limit loses no byte uncounted, and keeps no line longer than itself",
  fc.tuple(chunked(wireBytes), fc.nat({ max: 8 })),
  ([{ whole, chunks }, limit]) => {
    const transcript = new Transcript(startClock(), limit);

    for (const chunk of chunks) transcript.record("c2a", chunk);
    transcript.end("c2a");

    const sizes = transcript.frames.map(({ bytes, eol, cutBytes }) => bytes.length + eol.length + cutBytes);
    const isWithinLimit = transcript.frames.every(({ bytes }) => bytes.length <= limit);
    return isWithinLimit && sizes.reduce((sum, size) => sum + size, 0) === whole.length;
  },
);

holds("frames of both directions keep the order in which they came", fc.array(fc.boolean()), (turns) => {
  const transcript = new Transcript(startClock());

  for (const isClient of turns) transcript.record(isClient ? "c2a" : "a2c", Buffer.from("x\n"));

  const { frames } = transcript;
  const isNumbered = frames.every(({ number }, place) => number === place + 1);
  return isNumbered && frames.every(({ direction }, place) => (direction === "c2a") === turns[place]);
});

holds("a scenario file gives back the bytes that were saved in it", wireBytes, (bytes) =>
  bytesOf(JSON.parse(JSON.stringify(payloadOf(bytes)))).equals(bytes),
);
