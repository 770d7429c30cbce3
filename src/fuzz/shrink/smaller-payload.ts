import { Buffer, isUtf8 } from "node:buffer";
import { bytesOf, type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import { parseExactJson } from "../../wire/exact-json.js";
import { fewest, type IsOver, smallest } from "./fewest.js";
import { type JsonPart, removableParts, withoutPart } from "./json-parts.js";

type ShowsPayload = (payload: Payload) => Promise<boolean>;

/** Long lines are cut by members and items only: byte by byte would take too many runs. */
const MOST_BYTES = 400;
const LF = 0x0a;

/**
 * The same fault with less: fewer repetitions, then fewer lines, then fewer members, then fewer bytes. What was one JSON value stays one,
 * so that it is still read as a message.
 */
export async function smallerPayload(
  payload: Payload,
  shows: ShowsPayload,
  isOver: IsOver = () => false,
): Promise<Payload> {
  if ("fill" in payload) {
    return {
      ...payload,
      times: await smallest(0, payload.times, async (times) => await shows({ ...payload, times })),
    };
  }
  const lines = linesOf(bytesOf(payload));
  if (lines.length <= 1) return payloadOf(await smallerLine(bytesOf(payload), shows, isOver));
  const showsLines = async (rest: readonly Buffer[]): Promise<boolean> =>
    await shows(payloadOf(Buffer.concat(rest)));
  const kept = [...(await fewest(lines, showsLines, isOver))];
  for (const [place, line] of kept.entries()) {
    if (isOver()) break;
    const showsLine = async (smaller: Payload): Promise<boolean> =>
      await showsLines(kept.with(place, bytesOf(smaller)));
    kept[place] = await smallerLine(line, showsLine, isOver);
  }
  return payloadOf(Buffer.concat(kept));
}

/** The lines with their ends; what is left of the last one may have none. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(LF, start);
    const end = at === -1 ? bytes.length : at + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

async function smallerLine(bytes: Buffer, shows: ShowsPayload, isOver: IsOver): Promise<Buffer> {
  const text = bytes.toString("utf8");
  const isJson = isUtf8(bytes) && parseExactJson(text) !== undefined;
  const pruned = isJson ? await prune(text, shows, isOver) : bytes;
  if (pruned.length > MOST_BYTES) return pruned;
  const isAllowed = (rest: Buffer): boolean => !isJson || parseExactJson(rest.toString("utf8")) !== undefined;
  const showsBytes = async (rest: readonly number[]): Promise<boolean> => {
    const left = Buffer.from(rest);
    return left.at(-1) === pruned.at(-1) && isAllowed(left) && (await shows(payloadOf(left)));
  };
  return Buffer.from(await fewest([...pruned], showsBytes, isOver));
}

async function prune(text: string, shows: ShowsPayload, isOver: IsOver): Promise<Buffer> {
  let left = text;
  let parts = removableParts(left);
  for (let index = 0; ; ) {
    const part = parts[index];
    if (part === undefined || isOver()) return Buffer.from(left);
    const rest = withoutPart(left, part);
    if (parseExactJson(rest) === undefined || !(await shows({ text: rest }))) {
      index += 1;
      continue;
    }
    left = rest;
    parts = removableParts(left);
    // What held the part is shorter now and may have moved behind others: all that are no longer than the part are due.
    const due = parts.findIndex((other) => lengthOf(other) <= lengthOf(part));
    index = due === -1 ? parts.length : due;
  }
}

function lengthOf({ start, end }: JsonPart): number {
  return end - start;
}
