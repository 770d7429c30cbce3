import { Buffer } from "node:buffer";
import fc, { type Arbitrary } from "fast-check";
import type { FrameSource, FrameTopic, GeneratedFrame } from "../../../generated/arbitrary/frame-source.js";
import { payloadOf } from "../../driver/sandwich/payload.js";
import { Fault } from "../../fault.js";
import type { SchemaId } from "../../protocol/schema-id.js";
import type { Direction } from "../../wire/direction.js";
import type { Act } from "../campaign/trial.js";
import { type MutatedLine, mutations } from "./mutations.js";

/** The generators of one schema (generated/<schema>/arbitraries.ts). */
export interface Grammar {
  readonly frames: readonly FrameSource[];
  readonly conversations: () => Arbitrary<readonly GeneratedFrame[]>;
}

/** One line that one side says, without its newline. */
export interface SpokenLine {
  readonly dir: Direction;
  readonly bytes: Buffer;
  readonly about: string;
  /** The frame that it spells, where that is a valid one. */
  readonly frame?: GeneratedFrame;
}

/** How a line is written: in one piece or cut, and whether the next line waits for its arrival. */
interface Schedule {
  readonly cut: number;
  readonly isAwaited: boolean;
}

/** A line as short as this may also go out byte by byte. */
const SHORT_BYTES = 24;

export async function loadGrammar(id: SchemaId): Promise<Grammar> {
  const url = new URL(`../../../generated/${id}/arbitraries.js`, import.meta.url);
  try {
    const { frames, conversations }: Grammar = await import(url.href);
    return { frames, conversations };
  } catch (error) {
    throw new Fault("harness", `Cannot load the arbitraries of schema ${id}: run npm run build`, {
      cause: error,
    });
  }
}

/** Lines that belong together: a conversation, or single frames, valid, nearly valid or mutated. */
export function spokenLines(grammar: Grammar, mayBreak: boolean, mayBend: boolean): Arbitrary<SpokenLine[]> {
  const { frames, conversations } = grammar;
  const valid = fc.oneof(...frames.map((source) => source.valid));
  const single = (line: Arbitrary<SpokenLine>): Arbitrary<SpokenLine[]> => fc.tuple(line);
  return fc.oneof(
    { weight: 1, arbitrary: conversations().map((said) => said.map((frame) => spoken("valid", frame))) },
    { weight: 9, arbitrary: single(frameLines(grammar, mayBend)) },
    ...(mayBend ? [{ weight: 4, arbitrary: single(mutated(valid, mayBreak)) }] : []),
    ...(mayBreak ? [{ weight: 1, arbitrary: single(rawBytes()) }] : []),
  );
}

function mutated(valid: Arbitrary<GeneratedFrame>, mayBreak: boolean): Arbitrary<SpokenLine> {
  return fc
    .tuple(valid, mutations(mayBreak))
    .map(([frame, mutate]) => mutatedLine(frame, mutate(frame.text)));
}

/** Single lines that are frames, valid or nearly so. */
export function frameLines({ frames }: Grammar, mayBend: boolean): Arbitrary<SpokenLine> {
  const valid = fc.oneof(...frames.map((source) => source.valid)).map((frame) => spoken("valid", frame));
  if (!mayBend) return valid;
  const near = fc
    .oneof(...frames.map((source) => source.nearValid))
    .map((frame) => spoken("near-valid", frame));
  return fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: near });
}

/** A line with a way to write it. */
export function saidSomehow(lines: readonly SpokenLine[]): Arbitrary<Act[]> {
  const schedule = fc.record({
    cut: fc.oneof(fc.constant(0), fc.constant(0), fc.nat()),
    isAwaited: fc.boolean(),
  });
  return fc
    .array(schedule, { minLength: lines.length, maxLength: lines.length })
    .map((schedules) =>
      lines.map((line, index) => act(line, schedules[index] ?? { cut: 0, isAwaited: true })),
    );
}

/** A line in one piece, waited for. */
export function act({ dir, bytes, about, frame }: SpokenLine, { cut, isAwaited }: Schedule = WHOLE): Act {
  const line = Buffer.concat([bytes, Buffer.from("\n")]);
  const pieceBytes = pieceBytesOf(cut, line.length);
  const cutWord =
    pieceBytes === undefined ? [] : [pieceBytes === 1 ? "written byte by byte" : "written in pieces"];
  return {
    steps: [
      { do: "write", dir, payload: payloadOf(line), ...(pieceBytes === undefined ? {} : { pieceBytes }) },
      ...(isAwaited ? [{ do: "await", dir } as const] : []),
    ],
    about: [about, ...cutWord, isAwaited ? "awaited" : "pipelined"],
    ...(frame === undefined ? {} : { said: [frame] }),
  };
}

/** A generated frame as a line. */
export function spoken(kind: "valid" | "near-valid", frame: GeneratedFrame): SpokenLine {
  return {
    dir: frame.direction,
    bytes: Buffer.from(frame.text, "utf8"),
    about: `${kind} ${spokenName(frame)}`,
    ...(kind === "valid" ? { frame } : {}),
  };
}

/** What a frame counts as in the statistics, as `c2a session/prompt request`. */
export function spokenName({ direction, method, part, isExtension }: FrameTopic): string {
  return `${direction} ${isExtension ? "extension" : method} ${part}`;
}

const WHOLE: Schedule = { cut: 0, isAwaited: true };

/** Pieces so large that few writes are made of a long line; every place in it can be a cut. */
function pieceBytesOf(cut: number, length: number): number | undefined {
  if (cut === 0) return undefined;
  const least = length <= SHORT_BYTES ? 1 : Math.ceil(length / 4);
  return Math.min(length - 1, least + (cut % Math.max(1, length - least))) || undefined;
}

function mutatedLine({ direction }: GeneratedFrame, { bytes, mutation }: MutatedLine): SpokenLine {
  return { dir: direction, bytes, about: `mutation: ${mutation}` };
}

/** Anything at all, blank lines among it. */
function rawBytes(): Arbitrary<SpokenLine> {
  return fc
    .tuple(fc.constantFrom<Direction>("c2a", "a2c"), fc.uint8Array({ maxLength: 40 }))
    .map(([dir, bytes]) => ({
      dir,
      bytes: Buffer.from(bytes.filter((byte) => byte !== 0x0a)),
      about: bytes.length === 0 ? "a blank line" : "arbitrary bytes",
    }));
}
