import { canonicalJson } from "../../src/mapping/digest/canonical-json.js";
import {
  endConnection,
  initialState,
  type MappingOptions,
  type Moment,
  mapMoment,
  mapSession,
  type SessionFrame,
} from "../../src/mapping/mapping.js";

/** One check with what it found; no detail is a pass. */
export interface RunnerCheck {
  readonly name: string;
  readonly detail?: string;
}

interface MomentEntry {
  readonly input: Moment;
  readonly expected: unknown;
  readonly deltas_expected?: unknown;
  readonly postures?: readonly { readonly options: MappingOptions; readonly expected: unknown }[];
}

/** `conformance/fixtures/mappings/acp.json`. */
export interface Corpus {
  readonly moments: Readonly<Record<string, MomentEntry>>;
  readonly fallback: MomentEntry;
  readonly sessions: Readonly<
    Record<string, { readonly frames: readonly SessionFrame[]; readonly expected: unknown }>
  >;
}

const DELTAS: MappingOptions = { deltas: true, ceiling: "redacted" };

/** Every entry of the corpus, mapped and compared as canonical JSON. */
export function checksOf({ moments, fallback, sessions }: Corpus): RunnerCheck[] {
  return [
    ...Object.entries({ ...moments, fallback }).flatMap(([name, entry]) => momentChecks(name, entry)),
    ...Object.entries(sessions).map(([name, { frames, expected }]) => {
      const state = initialState();
      const found = frames.map((frame) => mapSession(state, frame)[1]);
      return compare(`acp session ${name} matches pin`, [...found, endConnection(state)[1]], expected);
    }),
  ];
}

function momentChecks(name: string, entry: MomentEntry): RunnerCheck[] {
  const { input, expected, deltas_expected: deltas, postures = [] } = entry;
  const fork = compare(`acp mapping ${name} deltas fork matches pin`, mapMoment(input, DELTAS), deltas);
  return [
    compare(`acp mapping ${name} matches pin`, mapMoment(input), expected),
    ...(deltas === undefined ? [] : [fork]),
    ...postures.map((posture) =>
      compare(
        `acp mapping ${name} at ${text(posture.options)} matches pin`,
        mapMoment(input, posture.options),
        posture.expected,
      ),
    ),
  ];
}

function compare(name: string, found: unknown, expected: unknown): RunnerCheck {
  const [is, shouldBe] = [text(found), text(expected)];
  return is === shouldBe ? { name } : { name, detail: `expected ${shouldBe}, found ${is}` };
}

function text(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value ?? null)));
}
