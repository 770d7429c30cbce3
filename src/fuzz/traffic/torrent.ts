import { Buffer } from "node:buffer";
import fc, { type Arbitrary } from "fast-check";
import { payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import type { Act } from "../campaign/trial.js";
import { Dice } from "./dice.js";
import type { SpokenLine } from "./lines.js";
import { mutate } from "./mutations.js";

/** What a torrent is made of. */
export interface TorrentOptions {
  /** Lines drawn for this torrent alone. */
  readonly fresh: Arbitrary<readonly SpokenLine[]>;
  /** Lines that every torrent may say too. */
  readonly stock: readonly SpokenLine[];
  /** Mutated lines may be no JSON. */
  readonly mayBreak: boolean;
  /** There may be mutated lines at all. */
  readonly mayBend: boolean;
}

type Said = Omit<TorrentOptions, "fresh">;

const MOST_LINES = 20_000;
const MOST_BYTES = 8_000_000;
/** One line in so many is mutated, and one in so many said twice. */
const MUTATED_IN = 4;
const REPEATED_IN = 16;
const ANY_NUMBER = 2 ** 31;
/** About how many bytes go out in one write. */
const GRAINS = [1, 700, 9000, 65_536, 300_000];
const LF = Buffer.from("\n");

interface Drawn {
  readonly fresh: readonly SpokenLine[];
  readonly seed: number;
  readonly grain: number;
  readonly isCutAnywhere: boolean;
}

/**
 * Thousands of lines both ways at once, nobody waiting for anything until all is said: several lines in one write, or
 * writes that end inside a line. A few of the lines are new, and most are those few again, as they are or mutated.
 */
export function torrents({ fresh, ...options }: TorrentOptions): Arbitrary<Act> {
  return fc
    .record<Drawn>({
      fresh,
      seed: fc.integer(),
      grain: fc.constantFrom(...GRAINS),
      isCutAnywhere: fc.boolean(),
    })
    .map((drawn) => torrentOf(drawn, options));
}

function torrentOf(drawn: Drawn, options: Said): Act {
  const dice = new Dice(drawn.seed);
  const said = saidLines(drawn, options, dice);
  const streams = (["c2a", "a2c"] as const).map((dir) =>
    writesOf(
      dir,
      said.filter((line) => line.dir === dir).map(({ bytes }) => bytes),
      drawn,
      dice,
    ),
  );
  const cut = drawn.isCutAnywhere ? "writes end inside a line" : "writes of several lines";
  return {
    steps: [...shuffledTogether(streams, dice), { do: "await", dir: "c2a" }, { do: "await", dir: "a2c" }],
    about: ["torrent", cut, ...said.map(({ about }) => about)],
    said: [...new Set(said.flatMap(({ frame }) => frame ?? []))],
  };
}

function saidLines({ fresh }: Drawn, { stock, mayBreak, mayBend }: Said, dice: Dice): SpokenLine[] {
  // Not drawn by an arbitrary: those prefer small numbers.
  const lineCount = 2 + dice.roll(MOST_LINES);
  const said: SpokenLine[] = [];
  for (let byteCount = 0; said.length < lineCount && byteCount < MOST_BYTES; ) {
    const line = dice.choose(dice.roll(2) === 0 ? fresh : stock);
    const chosen = mayBend && dice.roll(MUTATED_IN) === 0 ? mutatedBy(dice, line, mayBreak) : line;
    const times = dice.roll(REPEATED_IN) === 0 ? 2 : 1;
    for (let time = 0; time < times; time += 1) said.push(chosen);
    byteCount += times * chosen.bytes.length;
  }
  return said;
}

function mutatedBy(dice: Dice, { dir, bytes }: SpokenLine, mayBreak: boolean): SpokenLine {
  const numbers = [dice.roll(ANY_NUMBER), dice.roll(ANY_NUMBER), dice.roll(ANY_NUMBER)] as const;
  const mutated = mutate(bytes, mayBreak, numbers);
  return { dir, bytes: mutated.bytes, about: `mutation: ${mutated.mutation}` };
}

/** The lines of one direction, each with its line end, in writes of about the grain; all of them together are the lines. */
function writesOf(
  dir: Direction,
  lines: readonly Buffer[],
  { grain, isCutAnywhere }: Pick<Drawn, "grain" | "isCutAnywhere">,
  dice: Dice,
): Step[] {
  const writes: Step[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  for (const line of lines) {
    held.push(line, LF);
    heldBytes += line.length + 1;
    if (heldBytes < grain) continue;
    const all = Buffer.concat(held, heldBytes);
    const end = isCutAnywhere ? 1 + dice.roll(all.length) : all.length;
    writes.push({ do: "write", dir, payload: payloadOf(all.subarray(0, end)) });
    held = [all.subarray(end)];
    heldBytes = all.length - end;
  }
  if (heldBytes > 0) writes.push({ do: "write", dir, payload: payloadOf(Buffer.concat(held, heldBytes)) });
  return writes;
}

/** The steps of several lists, each list in its order. */
function shuffledTogether(lists: readonly (readonly Step[])[], dice: Dice): Step[] {
  const queues = lists.filter((list) => list.length > 0).map((list) => [...list].reverse());
  const together: Step[] = [];
  while (queues.length > 0) {
    const place = dice.roll(queues.length);
    const step = queues[place]?.pop();
    if (step === undefined) queues.splice(place, 1);
    else together.push(step);
  }
  return together;
}
