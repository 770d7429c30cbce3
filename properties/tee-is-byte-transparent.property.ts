import { rmSync } from "node:fs";
import { join } from "node:path";
import { array, boolean, constantFrom, oneof, record, uint8Array } from "fast-check";
import { test } from "tap";
import type { Direction } from "../src/wire/direction.js";
import { hasAnonymousPipes } from "../test/bridge/anonymous-pipe.js";
import { atOnce } from "../test/bridge/at-once.js";
import { type Claim, tryClaim } from "../test/bridge/claim.js";
import type { Wire } from "../test/bridge/editor.js";
import { behindTee, fixture, TEE_MODES, type TeeMode } from "../test/bridge/subject.js";
import { judgeTrace, type TraceJudgement } from "../test/bridge/traced.js";
import { type Move, TwoEnds, written } from "../test/bridge/two-ends.js";
import { newFolder } from "../test/new-folder.js";

/** Bytes that something which decodes, splits, trims or re-serialises would change. */
const HAZARDS = [
  "\n",
  "\r\n",
  "\n\n \t\n",
  "\0",
  "\ufeff",
  "\u2028\u2029\u0085",
  '{"jsonrpc":"2.0" , "id":1.0,"id":9007199254740993,"method":"\\u0061\\/"}\n',
  "no newline",
]
  .map((text) => Buffer.from(text))
  .concat([
    Buffer.from([0xc3]),
    Buffer.from([0xa9]),
    Buffer.from([0xf0, 0x9f]),
    Buffer.from([0xff, 0xfe, 0x80]),
  ]);

/** Around the sizes of pipes and of our slot, and well beyond. */
const SIZES = [4_095, 4_096, 4_097, 65_535, 65_536, 65_537, 131_073, 400_000];

/** What one side writes: these bytes, or so many that are told apart by their place; reports stay short that way. */
type Piece = Uint8Array | number;

interface Step {
  readonly direction: Direction;
  readonly piece: Piece;
  readonly isLater: boolean;
}

const steps = array(
  record<Step>({
    direction: constantFrom("c2a", "a2c"),
    piece: oneof(
      { weight: 20, arbitrary: uint8Array({ maxLength: 100 }) },
      { weight: 20, arbitrary: constantFrom(...HAZARDS) },
      { weight: 1, arbitrary: constantFrom(...SIZES) },
    ),
    isLater: boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

const LARGE: readonly Step[][] = [1_048_576, 10_485_761].map((piece) => [
  { direction: "c2a", piece, isLater: false },
  { direction: "a2c", piece, isLater: false },
]);

interface Setting {
  readonly mode: TeeMode;
  readonly wire: Wire;
  readonly isObserving: boolean;
}

const wires: readonly Wire[] = hasAnonymousPipes ? ["sockets", "pipes"] : ["sockets"];
const settings = TEE_MODES.flatMap((mode) =>
  wires.flatMap((wire) => [false, true].map((isObserving): Setting => ({ mode, wire, isObserving }))),
);
const RUNS = process.env["ACP_ASSAY_CAMPAIGN"] === undefined ? 2_000 : 100_000;
const AT_ONCE = 3;

/** After so many runs a tee has to show its trace, and a fresh one goes on: the trace has to fit into memory. */
const RUNS_A_TRACE = 1_000;

test("whatever bytes travel, acp-tee passes them on unchanged and in order", async (t) => {
  const folder = newFolder(t);
  const works = settings.map(({ mode, wire, isObserving }, at) => async () => {
    const trace = join(folder, `trace-${at}`);
    const sinks = isObserving ? observing(trace, join(folder, `events-${at}`)) : [];
    const bridge = (agent: readonly string[]): readonly string[] => behindTee([...sinks, ...agent], mode);
    const open = (): Promise<TwoEnds> => TwoEnds.open((stop) => t.teardown(stop), wire, bridge);
    const tried = claim(open, Math.ceil(RUNS / settings.length), isObserving ? trace : undefined);
    const { summary, counterexample } = await tryClaim(tried);
    const wrong = await tried.close();
    t.equal(counterexample, undefined, `as ${mode}, over ${wire}: ${summary}`);
    t.equal(wrong, undefined, isObserving ? `and its trace holds them: ${tried.shown()}` : "unobserved");
  });
  await atOnce(AT_ONCE, works);
});

test("the same claim does not hold for a bridge that decodes what it passes on", async (t) => {
  const decoding = (agent: readonly string[]): readonly string[] => fixture("naive-tee", "strings", ...agent);
  const open = (): Promise<TwoEnds> => TwoEnds.open((stop) => t.teardown(stop), "sockets", decoding);
  const { counterexample } = await tryClaim(claim(open, 100), true);
  t.match(counterexample, /Cannot accept what the (agent|client) received/);
});

/** A claim whose tee lives on from input to input; `close` says what is wrong with the trace of the last one. */
interface LivingClaim extends Claim<Step[]> {
  close(): Promise<string | undefined>;
  shown(): string;
}

function claim(open: () => Promise<TwoEnds>, runs: number, trace?: string): LivingClaim {
  let ends: TwoEnds | undefined;
  let moves: Move[] = [];
  let inputs = 0;
  const shown = { bytes: 0, gaps: 0 };
  const close = async (): Promise<string | undefined> => {
    if (ends === undefined || trace === undefined) return undefined;
    let judged: TraceJudgement | undefined;
    const current = ends;
    ends = undefined;
    for (let turn = 0; turn < MOST_LINE_FEEDS && !judged?.isOver; turn += 1) {
      // Ends the last line, so that it is one; what was dropped is told with what comes next and is not dropped.
      await current.play(LINE_FEEDS);
      moves.push(...LINE_FEEDS);
      judged = await judgeTrace(trace, { c2a: written(moves, "c2a"), a2c: written(moves, "a2c") });
    }
    shown.bytes += written(moves, "c2a").length + written(moves, "a2c").length;
    shown.gaps += judged?.gaps ?? 0;
    moves = [];
    return judged?.wrong;
  };
  return {
    inputs: steps,
    // The rings do not hold the larger one.
    examples: trace === undefined ? LARGE : LARGE.slice(0, 1),
    runs,
    async holds(input) {
      inputs += 1;
      if (inputs % RUNS_A_TRACE === 0) {
        const wrong = await close();
        if (wrong !== undefined) throw new Error(`Cannot accept the trace: ${wrong}`);
      }
      if (ends === undefined && trace !== undefined) {
        rmSync(trace, { force: true });
        moves = [];
      }
      const current = ends ?? (await open());
      // After a failure bytes may be left over, so the next input meets a fresh bridge.
      ends = undefined;
      const these = input.map(toMove);
      await current.play(these);
      if (trace !== undefined) moves.push(...these);
      ends = current;
    },
    close,
    shown: () => `${shown.bytes} bytes, of which ${shown.gaps} were dropped and counted`,
  };
}

function observing(trace: string, events: string): readonly string[] {
  const large = ["--max-file-bytes", "10000000000"];
  return ["--trace", trace, "--events", events, "--state-dir", `${events}-state`, ...large];
}

const MOST_LINE_FEEDS = 20;

const LINE_FEEDS: readonly Move[] = (["c2a", "a2c"] as const).map((direction) => ({
  direction,
  bytes: Buffer.from("\n"),
  isLater: false,
}));

function toMove({ direction, piece, isLater }: Step): Move {
  return { direction, bytes: typeof piece === "number" ? placedBytes(piece) : piece, isLater };
}

/** Bytes of which no two stretches are alike, so that a lost, repeated or moved one shows. */
function placedBytes(size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
  return bytes;
}
