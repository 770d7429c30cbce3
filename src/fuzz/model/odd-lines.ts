import { Buffer } from "node:buffer";
import { bytesOf, type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import { sessionHazards } from "../hazards/corpus.js";

/** Bytes as they are, whole lines: what nobody should write. */
export interface OddLine {
  readonly do: "say";
  readonly name: string;
  readonly payload: Payload;
}

/** Longer lines only take time: how an agent takes large frames is asked elsewhere. */
const LONGEST_LINE = 1_048_576;

/** The hazard corpus as lines that one side says. */
export const oddLines: readonly OddLine[] = sessionHazards.flatMap(({ id, writes }): OddLine[] => {
  const bytes = Buffer.concat(writes.map(bytesOf));
  const isWhole = bytes.at(-1) === 0x0a && bytes.length <= LONGEST_LINE;
  return isWhole
    ? [
        {
          do: "say",
          name: id,
          payload: writes.length === 1 ? (writes[0] ?? payloadOf(bytes)) : payloadOf(bytes),
        },
      ]
    : [];
});
