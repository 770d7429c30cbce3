import fc, { type Arbitrary } from "fast-check";
import type { Act, Ending } from "../campaign/trial.js";

/** What a rough world does to a session, besides what is said in it. */
export type Toxic = (typeof TOXICS)[number];

export const TOXICS = [
  "latency",
  "slow-reader",
  "burst",
  "large-frame",
  "stderr-flood",
  "open-line",
  "half-close",
  "agent-closes",
  "agent-exits",
  "agent-dies",
] as const;

const MOST_MS = 30;
const MOST_NOTIFICATIONS = 10_000;
const MOST_FILL = 3_000_000;
const NOTICE = '{"jsonrpc":"2.0","method":"_acp-assay/burst","params":{"n":1}}\n';
const ENDING_TOXICS: readonly Ending[] = [
  "open-line",
  "half-close",
  "agent-closes",
  "agent-exits",
  "agent-dies",
];

/** Acts of the toxics that come in the middle of a session; undefined when none of them is wanted. */
export function toxicActs(wanted: ReadonlySet<Toxic>): Arbitrary<Act> | undefined {
  const acts = MIDDLE.filter(([toxic]) => wanted.has(toxic)).map(([toxic, weight, steps]) => ({
    weight,
    arbitrary: steps.map((made): Act => ({ steps: made, about: [`toxic ${toxic}`] })),
  }));
  return acts.length === 0 ? undefined : fc.oneof(...acts);
}

/** Endings: mostly the ordinary one, and those among the toxics that are wanted. */
export function endings(wanted: ReadonlySet<Toxic>): Arbitrary<Ending> {
  const rough = ENDING_TOXICS.filter((ending) =>
    TOXICS.some((toxic) => toxic === ending && wanted.has(toxic)),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<Ending>("client-closes") },
    ...rough.map((ending) => ({ weight: 1, arbitrary: fc.constant(ending) })),
  );
}

type Steps = Act["steps"];

const MIDDLE: readonly (readonly [Toxic, number, Arbitrary<Steps>])[] = [
  ["latency", 6, fc.nat({ max: MOST_MS }).map((ms): Steps => [{ do: "pause", ms }])],
  [
    "slow-reader",
    2,
    fc
      .tuple(fc.nat({ max: MOST_MS }), fc.nat({ max: MOST_FILL }))
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
    "burst",
    2,
    fc
      .tuple(fc.constantFrom("c2a" as const, "a2c" as const), fc.integer({ min: 1, max: MOST_NOTIFICATIONS }))
      .map(
        ([dir, times]): Steps => [
          { do: "write", dir, payload: { head: "", fill: NOTICE, times, tail: "" } },
          { do: "await", dir },
        ],
      ),
  ],
  [
    "large-frame",
    1,
    fc.tuple(fc.constantFrom("c2a" as const, "a2c" as const), fc.nat({ max: MOST_FILL })).map(
      ([dir, times]): Steps => [
        { do: "write", dir, payload: filled(times) },
        { do: "await", dir },
      ],
    ),
  ],
  [
    "stderr-flood",
    1,
    fc
      .nat({ max: 100_000 })
      .map(
        (times): Steps => [{ do: "agent-stderr", payload: { head: "", fill: "log ", times, tail: "\n" } }],
      ),
  ],
];

function filled(times: number): { head: string; fill: string; times: number; tail: string } {
  return {
    head: '{"jsonrpc":"2.0","method":"_acp-assay/large","params":{"text":"',
    fill: "é",
    times,
    tail: '"}}\n',
  };
}
