import { type PlaceCount, type PlaceKind, SchemaCoverage } from "../../../generated/arbitrary/coverage.js";
import type { FrameSource } from "../../../generated/arbitrary/frame-source.js";
import { byteCountOf, lineEndsIn } from "../../driver/sandwich/payload.js";
import type { Trial } from "./trial.js";

/** What a campaign went through, so that "no findings" means something. */
export interface CampaignStatistics {
  readonly sessions: number;
  readonly frames: number;
  readonly bytes: number;
  /** How often each thing was covered, as `valid c2a session/prompt request`, `mutation: truncate`, `toxic burst`. */
  readonly covered: Readonly<Record<string, number>>;
  /** How often the streams arrived in what pieces; unlike the rest it depends on the bridge and on the machine. */
  readonly arrivals: Readonly<Record<string, number>>;
  /** What of the schema valid frames have used. */
  readonly schema: Readonly<Record<PlaceKind, PlaceCount>>;
}

/** Counts what was played. */
export class Statistics {
  readonly #schema: SchemaCoverage;
  #sessions = 0;
  #frames = 0;
  #bytes = 0;
  readonly #covered = new Map<string, number>();
  readonly #arrivals = new Map<string, number>();

  /** `sources` are those of the schema that the traffic is made from. */
  constructor(sources: readonly FrameSource[]) {
    this.#schema = new SchemaCoverage(sources);
  }

  /** Takes a session that was played, and what it showed of the way in which the bridge carried it. */
  count({ acts, ending }: Trial, shown: readonly string[]): void {
    this.#sessions += 1;
    for (const { about } of acts) for (const name of about) add(this.#covered, name);
    add(this.#covered, `ending ${ending}`);
    for (const name of shown) add(this.#arrivals, name);
    for (const { steps, said = [] } of acts) {
      for (const frame of said) this.#schema.see(frame);
      for (const step of steps) {
        if (step.do !== "write") continue;
        this.#bytes += byteCountOf(step.payload);
        this.#frames += lineEndsIn(step.payload);
      }
    }
  }

  get result(): CampaignStatistics {
    return {
      sessions: this.#sessions,
      frames: this.#frames,
      bytes: this.#bytes,
      covered: sorted(this.#covered),
      arrivals: sorted(this.#arrivals),
      schema: this.#places(),
    };
  }

  #places(): Readonly<Record<PlaceKind, PlaceCount>> {
    const count = (kind: PlaceKind): PlaceCount => this.#schema.count(kind);
    return {
      definition: count("definition"),
      arm: count("arm"),
      member: count("member"),
      optional: count("optional"),
    };
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}
