import { Buffer } from "node:buffer";
import fc, { type Arbitrary } from "fast-check";
import { clientSuite } from "../conformance/client-suite.js";
import { agentSuite } from "../conformance/suite.js";
import type { GeneratedFrame } from "../generated/arbitrary/frame-source.js";
import { Transcript } from "../src/driver/transcript.js";
import type { PassiveCheck } from "../src/engine/scenario.js";
import { loadGrammar } from "../src/fuzz/traffic/lines.js";
import { loadProtocol } from "../src/protocol/load-protocol.js";
import { Frame } from "../src/wire/frame.js";
import { holds } from "./holds.js";

/** Values on which `String`, a loop or a look-up of a member throws where nobody has looked at the type. */
const ODD: readonly unknown[] = [
  { toString: 1, valueOf: 2 },
  [{ toString: null }],
  { length: -1 },
  null,
  [],
  [[]],
  "__proto__",
  "constructor",
  1e308,
  true,
];

/** Half of them are what breaks a careless `String`. */
const oddValues: Arbitrary<unknown> = fc.oneof(fc.constant(ODD[0]), fc.constantFrom(...ODD));

const protocol = await loadProtocol("v1");
const { conversations, frames } = await loadGrammar("v1");
const checks: readonly PassiveCheck[] = [...agentSuite.passive, ...clientSuite.passive];
/** Every form of every message, so that each member that a check may look at is there. */
const samples: readonly GeneratedFrame[] = frames.flatMap((source) => source.samples());

/** A conversation, and some messages of any form behind it, in which values are something else than the schema has there. */
const oddConversations: Arbitrary<readonly Frame[]> = fc
  .tuple(
    conversations(),
    fc.array(fc.constantFrom(...samples), { minLength: 10, maxLength: 30, size: "max" }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), oddValues), { minLength: 20, maxLength: 60, size: "max" }),
  )
  .map(([said, more, changes]) => {
    const all = [...said, ...more];
    const values = all.map(({ text }): unknown => JSON.parse(text));
    for (const [line, place, odd] of changes) replace(values[line % values.length], place, odd);
    return values.map((value, place) => frameOf(value, all[place], place + 1));
  });

/** Puts the odd value in the place of one member or item, counted through the whole value. */
function replace(value: unknown, place: number, odd: unknown): void {
  const places = placesIn(value);
  const [holder, key] = places[place % Math.max(1, places.length)] ?? [];
  if (holder !== undefined && key !== undefined) holder[key] = structuredClone(odd);
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown): (readonly [Holder, string])[] {
  if (typeof value !== "object" || value === null) return [];
  // Arrays are holders too, by the text of their indexes.
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [[holder, key] as const, ...placesIn(holder[key])]);
}

function frameOf(value: unknown, said: GeneratedFrame | undefined, number: number): Frame {
  const bytes = Buffer.from(JSON.stringify(value));
  return new Frame({ bytes, eol: "\n", cutBytes: 0 }, said?.direction ?? "c2a", number * 1000, number);
}

holds("no passive check throws, whatever JSON the two sides write", oddConversations, (frames) => {
  for (const subject of ["a2c", "c2a"] as const) {
    const transcript = Transcript.recorded(frames, subject);
    for (const check of checks) check.judge(transcript, protocol);
  }
  return true;
});
