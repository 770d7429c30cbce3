import { Buffer } from "node:buffer";
import fc, { type Arbitrary } from "fast-check";
import { type Payload, payloadOf } from "../../driver/sandwich/payload.js";
import type { Direction } from "../../wire/direction.js";
import type { Ending } from "../campaign/ending.js";
import type { Act, Trial } from "../campaign/trial.js";

/** What a rough world does to a session, besides what is said in it. */
export type Toxic = (typeof TOXICS)[number];

export const TOXICS = [
  "latency",
  "throttle",
  "slicer",
  "silence",
  "slow-reader",
  "stopped-agent",
  "burst",
  "large-frame",
  "huge-frame",
  "stderr-flood",
  "open-line",
  "half-close",
  "agent-closes",
  "agent-exits",
  "agent-dies",
  "signals",
  "bridge-killed",
  "sinks",
] as const;

const MOST_MS = 30;
const MOST_STALL_MS = 200;
const SILENT_MS = 600;
const MOST_NOTIFICATIONS = 10_000;
const MOST_FILL = 3_000_000;
const HUGE_FILL = 32 * 1024 * 1024;
const NOTICE = '{"jsonrpc":"2.0","method":"_acp-assay/burst","params":{"n":1}}\n';
const SMALL_TALK = Buffer.from(
  '{"jsonrpc":"2.0","method":"_acp-assay/talk","params":{"text":"é €\u{1d11e}"}}\r\n',
);
const ENDINGS_OF: Readonly<Partial<Record<Toxic, readonly Ending[]>>> = {
  "open-line": ["open-line"],
  "half-close": ["half-close"],
  "agent-closes": ["agent-closes"],
  "agent-exits": ["agent-exits"],
  "agent-dies": [
    "agent-dies",
    "dies-initializing",
    "dies-in-a-turn",
    "dies-inside-a-line",
    "dies-in-a-flood",
    "dies-after-eof",
  ],
  signals: ["sigterm", "sigint"],
  "bridge-killed": ["bridge-killed"],
};

/** Acts of the toxics that come in the middle of a session; undefined when none of them is wanted. */
export function toxicActs(wanted: ReadonlySet<Toxic>): Arbitrary<Act> | undefined {
  const acts = MIDDLE.filter(([toxic]) => wanted.has(toxic)).map(([toxic, weight, steps]) => ({
    weight,
    arbitrary: steps.map((made): Act => ({ steps: made, about: [`${TOXIC_ACT}${toxic}`] })),
  }));
  return acts.length === 0 ? undefined : fc.oneof(...acts);
}

/** The endings of the toxics that are wanted. */
export function endingsOf(wanted: ReadonlySet<Toxic>): readonly Ending[] {
  return TOXICS.flatMap((toxic) => (wanted.has(toxic) ? (ENDINGS_OF[toxic] ?? []) : []));
}

/** Endings: mostly the ordinary one, and those among the toxics that are wanted, each toxic as often as another. */
export function endings(wanted: ReadonlySet<Toxic>): Arbitrary<Ending> {
  const rough = TOXICS.flatMap((toxic) => {
    const some = wanted.has(toxic) ? (ENDINGS_OF[toxic] ?? []) : [];
    return some.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...some) }];
  });
  return fc.oneof({ weight: 3, arbitrary: fc.constant<Ending>("client-closes") }, ...rough);
}

/** Does a session have no other toxics and endings than those that are wanted? */
export function isWithin(
  { acts, ending }: Pick<Trial, "acts" | "ending">,
  wanted: ReadonlySet<Toxic>,
): boolean {
  const isWanted = (about: string): boolean =>
    !about.startsWith(TOXIC_ACT) || [...wanted].some((toxic) => about === `${TOXIC_ACT}${toxic}`);
  const isEndingWanted = ending === "client-closes" || endingsOf(wanted).includes(ending);
  return isEndingWanted && acts.every(({ about }) => about.every(isWanted));
}

type Steps = Act["steps"];

/** What an act of a toxic is about, with the toxic's name behind it. */
const TOXIC_ACT = "toxic ";

const WAYS = fc.constantFrom<Direction>("c2a", "a2c");
const PAUSES = fc.nat({ max: MOST_MS });
/** So long that what waits for the reader piles up. */
const STALLS = fc.integer({ min: MOST_MS, max: MOST_STALL_MS });

const MIDDLE: readonly (readonly [Toxic, number, Arbitrary<Steps>])[] = [
  ["latency", 60, PAUSES.map((ms): Steps => [{ do: "pause", ms }])],
  ["throttle", 20, fc.tuple(WAYS, fc.array(PAUSES, { minLength: 2, maxLength: 12 })).map(throttled)],
  ["slicer", 30, fc.tuple(WAYS, fc.array(fc.nat(), { minLength: 1, maxLength: 60 })).map(sliced)],
  ["silence", 3, fc.tuple(WAYS, fc.integer({ min: MOST_MS, max: SILENT_MS })).map(silent)],
  [
    "slow-reader",
    20,
    fc
      .tuple(STALLS, fc.nat({ max: MOST_FILL }))
      .map(
        ([ms, times]): Steps => [
          { do: "client-stops-reading" },
          { do: "write", dir: "a2c", payload: filled(times) },
          { do: "pause", ms },
          { do: "client-reads-again" },
          { do: "await", dir: "a2c" },
        ],
      ),
  ],
  [
    "stopped-agent",
    20,
    fc
      .tuple(STALLS, fc.nat({ max: MOST_FILL }))
      .map(
        ([ms, times]): Steps => [
          { do: "agent-stops-reading" },
          { do: "write", dir: "c2a", payload: filled(times) },
          { do: "pause", ms },
          { do: "agent-reads-again" },
          { do: "await", dir: "c2a" },
        ],
      ),
  ],
  [
    "burst",
    20,
    fc
      .tuple(WAYS, fc.integer({ min: 1, max: MOST_NOTIFICATIONS }))
      .map(([dir, times]): Steps => written(dir, { head: "", fill: NOTICE, times, tail: "" })),
  ],
  [
    "large-frame",
    10,
    fc.tuple(WAYS, fc.nat({ max: MOST_FILL })).map(([dir, times]): Steps => written(dir, filled(times))),
  ],
  ["huge-frame", 1, WAYS.map((dir): Steps => written(dir, filled(HUGE_FILL)))],
  [
    "stderr-flood",
    10,
    fc
      .nat({ max: 100_000 })
      .map(
        (times): Steps => [{ do: "agent-stderr", payload: { head: "", fill: "log ", times, tail: "\n" } }],
      ),
  ],
];

function written(dir: Direction, payload: Payload): Steps {
  return [
    { do: "write", dir, payload },
    { do: "await", dir },
  ];
}

/** A line that comes in drops, each a while after the one before. */
function throttled([dir, pauses]: readonly [Direction, readonly number[]]): Steps {
  const size = Math.ceil(SMALL_TALK.length / pauses.length);
  return pauses.flatMap((ms, place): Steps => {
    const drop = SMALL_TALK.subarray(place * size, (place + 1) * size);
    return [
      { do: "write", dir, payload: payloadOf(drop) },
      { do: "pause", ms },
    ];
  });
}

/** A few lines cut at places that keep neither to lines nor to characters. */
function sliced([dir, places]: readonly [Direction, readonly number[]]): Steps {
  const lines = Buffer.concat([SMALL_TALK, SMALL_TALK, SMALL_TALK, SMALL_TALK]);
  const cuts = [...new Set(places.map((place) => 1 + (place % (lines.length - 1))))];
  cuts.sort((left, right) => left - right);
  return [
    { do: "write", dir, payload: payloadOf(lines), cuts },
    { do: "await", dir },
  ];
}

/** Nothing for a while, and then one line. */
function silent([dir, ms]: readonly [Direction, number]): Steps {
  return [
    { do: "await", dir: "c2a" },
    { do: "await", dir: "a2c" },
    { do: "pause", ms },
    ...written(dir, payloadOf(SMALL_TALK)),
  ];
}

function filled(times: number): { head: string; fill: string; times: number; tail: string } {
  return {
    head: '{"jsonrpc":"2.0","method":"_acp-assay/large","params":{"text":"',
    fill: "é",
    times,
    tail: '"}}\n',
  };
}
