import { Buffer } from "node:buffer";
import { payloadOf } from "../../driver/sandwich/payload.js";
import type { Direction } from "../../wire/direction.js";
import type { Act } from "../campaign/trial.js";

/** Short, with characters of two to four bytes, and a line end of two. */
const SHORT: Buffer = Buffer.from('{"id":1,"é":"€\u{1d11e}"}\r\n');
const NOTICE: Buffer = Buffer.from('{"jsonrpc":"2.0","method":"_acp-assay/chunk"}\n');
const TOGETHER = [2, 3, 17, 500];
const WAYS: readonly Direction[] = ["c2a", "a2c"];

/**
 * A short line cut at every place, a line byte by byte, and several lines in one write: each way, always the same. The
 * short line is no message, so where nothing may bend only the others are written.
 */
export function chunkActs(mayBend = true): Act[] {
  const places = mayBend ? placesIn(SHORT) : [];
  return WAYS.flatMap((dir): Act[] => [
    ...places.map((place) => cutAct(dir, SHORT, [place])),
    ...(mayBend ? [cutAct(dir, SHORT, places)] : []),
    ...TOGETHER.map((times) => ({
      steps: [
        { do: "write", dir, payload: payloadOf(Buffer.concat(Array.from({ length: times }, () => NOTICE))) },
        { do: "await", dir },
      ] as const,
      about: [`${times} lines in one write`],
    })),
  ]);
}

function placesIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length - 1 }, (_, before) => before + 1);
}

function cutAct(dir: Direction, bytes: Buffer, cuts: readonly number[]): Act {
  return {
    steps: [
      { do: "write", dir, payload: payloadOf(bytes), cuts },
      { do: "await", dir },
    ],
    about: [cuts.length === 1 ? "cut at every place" : "written byte by byte"],
  };
}
