import { array, boolean, constantFrom, oneof, record, uint8Array } from "fast-check";
import { test } from "tap";
import type { Direction } from "../src/wire/direction.js";
import { hasAnonymousPipes } from "../test/bridge/anonymous-pipe.js";
import { type Claim, tryClaim } from "../test/bridge/claim.js";
import type { Wire } from "../test/bridge/editor.js";
import { behindTee, fixture, TEE_MODES } from "../test/bridge/subject.js";
import { type Move, TwoEnds } from "../test/bridge/two-ends.js";

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

const wires: readonly Wire[] = hasAnonymousPipes ? ["sockets", "pipes"] : ["sockets"];
const settings = TEE_MODES.flatMap((mode) => wires.map((wire) => ({ mode, wire })));
for (const { mode, wire } of settings) {
  test(`whatever bytes travel over ${wire}, acp-tee as ${mode} passes them on unchanged and in order`, async (t) => {
    const bridge = (agent: readonly string[]): readonly string[] => behindTee(agent, mode);
    const open = (): Promise<TwoEnds> => TwoEnds.open((stop) => t.teardown(stop), wire, bridge);
    const { summary, counterexample } = await tryClaim(claim(open, 2_000 / settings.length));
    t.equal(counterexample, undefined, summary);
  });
}

test("the same claim does not hold for a bridge that decodes what it passes on", async (t) => {
  const decoding = (agent: readonly string[]): readonly string[] => fixture("naive-tee", "strings", ...agent);
  const open = (): Promise<TwoEnds> => TwoEnds.open((stop) => t.teardown(stop), "sockets", decoding);
  const { counterexample } = await tryClaim(claim(open, 100), true);
  t.match(counterexample, /Cannot accept what the (agent|client) received/);
});

function claim(open: () => Promise<TwoEnds>, runs: number): Claim<Step[]> {
  let ends: TwoEnds | undefined;
  return {
    inputs: steps,
    examples: LARGE,
    runs,
    async holds(input) {
      const current = ends ?? (await open());
      // After a failure bytes may be left over, so the next input meets a fresh bridge.
      ends = undefined;
      await current.play(input.map(toMove));
      ends = current;
    },
  };
}

function toMove({ direction, piece, isLater }: Step): Move {
  return { direction, bytes: typeof piece === "number" ? placedBytes(piece) : piece, isLater };
}

/** Bytes of which no two stretches are alike, so that a lost, repeated or moved one shows. */
function placedBytes(size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
  return bytes;
}
