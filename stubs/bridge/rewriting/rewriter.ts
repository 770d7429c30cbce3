import { Buffer } from "node:buffer";
import type { ExactJson } from "../../../src/wire/exact-json.js";
import { exactJsonText } from "../../../src/wire/exact-json-text.js";
import { isBlank, linesOf } from "../lines.js";
import type { Hop, Passage } from "../pump.js";
import { readFrame, sorted } from "./frame.js";
import { Names, type Slips } from "./names.js";

/** Changes what becomes of one frame: any number of frames, in this order. */
export type Change = (frame: ExactJson, hop: Hop) => readonly ExactJson[];

/**
 * A bridge that gives requests and sessions names of its own, writes every frame anew with its keys in order, and refuses
 * what is no JSON object with an error.
 */
export function rewriter(slips: Slips = {}, change: Change = (frame) => [frame]): Passage {
  const names = new Names(slips);
  return async function* rewrite(chunks, hop) {
    for await (const { bytes } of linesOf(chunks)) {
      if (isBlank(bytes)) continue;
      const frame = readFrame(bytes);
      if (frame?.type !== "object") {
        hop.answer(
          Buffer.from('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n'),
        );
        continue;
      }
      for (const changed of change(frame, hop)) {
        const renamed = names.renamed(hop.direction, changed);
        if (renamed !== undefined) yield Buffer.from(`${exactJsonText(sorted(renamed))}\n`);
      }
    }
  };
}
