import { Buffer, isUtf8 } from "node:buffer";
import { bytesOf, type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import { parseExactJson } from "../../wire/exact-json.js";
import { fewest, type IsOver, smallest } from "./fewest.js";
import { type JsonPart, removableParts, withoutPart } from "./json-parts.js";

type ShowsPayload = (payload: Payload) => Promise<boolean>;
type ShowsLine = (line: Buffer) => Promise<boolean>;
type Filling = Extract<Payload, { readonly fill: string }>;

/** Long lines are cut by members and items only: byte by byte would take too many runs. */
const MOST_BYTES = 400;
const LF = 0x0a;

/** What is taken away: whole lines and repetitions first, at last single bytes, each of which takes a run. */
export const GRAINS = ["lines", "members", "bytes"] as const;
export type Grain = (typeof GRAINS)[number];

/** The same fault with less of one grain. What was one JSON value stays one, so that it is still read as a message. */
export async function smallerPayload(
  payload: Payload,
  grain: Grain,
  shows: ShowsPayload,
  isOver: IsOver = () => false,
): Promise<Payload> {
  if ("fill" in payload) return grain === "lines" ? await fewerTimes(payload, shows) : payload;
  const lines = linesOf(bytesOf(payload));
  const showsLines = async (rest: readonly Buffer[]): Promise<boolean> =>
    await shows(payloadOf(Buffer.concat(rest)));
  if (grain === "lines") {
    return lines.length <= 1 ? payload : payloadOf(Buffer.concat(await fewest(lines, showsLines, isOver)));
  }
  const shorter = grain === "members" ? withFewerMembers : withFewerBytes;
  const kept = [...lines];
  for (const [place, line] of lines.entries()) {
    if (isOver()) break;
    const showsLine = async (smaller: Buffer): Promise<boolean> =>
      await showsLines(kept.with(place, smaller));
    kept[place] = await shorter(line, showsLine, isOver);
  }
  return payloadOf(Buffer.concat(kept));
}

async function fewerTimes(payload: Filling, shows: ShowsPayload): Promise<Payload> {
  const times = await smallest(0, payload.times, async (fewer) => await shows({ ...payload, times: fewer }));
  return { ...payload, times };
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

async function withFewerBytes(line: Buffer, shows: ShowsLine, isOver: IsOver): Promise<Buffer> {
  if (line.length > MOST_BYTES) return line;
  const isAllowed = isJson(line) ? isJson : (): boolean => true;
  const showsBytes = async (rest: readonly number[]): Promise<boolean> => {
    const left = Buffer.from(rest);
    return left.at(-1) === line.at(-1) && isAllowed(left) && (await shows(left));
  };
  return Buffer.from(await fewest([...line], showsBytes, isOver));
}

async function withFewerMembers(line: Buffer, shows: ShowsLine, isOver: IsOver): Promise<Buffer> {
  if (!isJson(line)) return line;
  let left = line.toString("utf8");
  let parts = removableParts(left);
  for (let index = 0; ; ) {
    const part = parts[index];
    if (part === undefined || isOver()) return Buffer.from(left);
    const rest = withoutPart(left, part);
    if (parseExactJson(rest) === undefined || !(await shows(Buffer.from(rest)))) {
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

function isJson(line: Buffer): boolean {
  return isUtf8(line) && parseExactJson(line.toString("utf8")) !== undefined;
}

function lengthOf({ start, end }: JsonPart): number {
  return end - start;
}
