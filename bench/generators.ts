import fc, { type Arbitrary } from "fast-check";
import type { FrameSource, GeneratedFrame } from "../generated/arbitrary/frame-source.js";
import { schemaIds } from "../src/protocol/schema-id.js";
import { measure, short } from "./measure.js";

// `node dist/bench/generators.js`: what it costs to draw a frame, beside parsing one, as one JSON object a schema.
const FRAMES_EACH = 20;
const CONVERSATIONS = 50;
const SEED = 7;

interface Generators {
  readonly frames: readonly FrameSource[];
  readonly conversations: () => Arbitrary<readonly GeneratedFrame[]>;
}

for (const schema of schemaIds) {
  const started = performance.now();
  const { frames, conversations }: Generators = await import(
    new URL(`../generated/${schema}/arbitraries.js`, import.meta.url).href
  );
  const importMs = performance.now() - started;
  const draw = <Frame>(frames: Arbitrary<Frame>, numRuns = FRAMES_EACH): readonly Frame[] =>
    fc.sample(frames, { seed: SEED, numRuns });
  const texts = frames.flatMap((source) => draw(source.valid)).map(({ text }) => text);
  const talks = conversations();
  const talkFrames = draw(talks, CONVERSATIONS).flat().length;

  const { parse, valid, nearValid, talk } = measure(texts.length, {
    parse: () => {
      for (const text of texts) JSON.parse(text);
    },
    valid: () => {
      for (const source of frames) draw(source.valid);
    },
    nearValid: () => {
      for (const source of frames) draw(source.nearValid);
    },
    talk: () => {
      draw(talks, CONVERSATIONS);
    },
  });

  const talkUs = (talk * texts.length) / talkFrames;
  const times = {
    parseUs: short(parse),
    validUs: short(valid),
    nearValidUs: short(nearValid),
    talkUs: short(talkUs),
  };
  const ratios = { validPerParse: short(valid / parse), nearValidPerParse: short(nearValid / parse) };
  process.stdout.write(
    `${JSON.stringify({ schema, frames: texts.length, importMs: short(importMs), ...times, ...ratios })}\n`,
  );
}
