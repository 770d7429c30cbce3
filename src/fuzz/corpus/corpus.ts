import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../fault.js";
import type { Trial } from "../campaign/trial.js";
import { isWithin, type Toxic } from "../traffic/toxics.js";
import { type KeptTrial, readKeptTrial } from "./kept-trial.js";
import { reachedBy } from "./reached.js";

/** What a campaign may do, so that nothing is played which its bridge does not promise to carry. */
export interface CorpusLimits {
  readonly toxics: ReadonlySet<Toxic>;
  /** The bridge promises to forward what is no JSON-RPC message. */
  readonly mayBreak: boolean;
}

/** Larger ones cost more to read than they are worth. */
const MOST_BYTES = 256 * 1024;
const MOST_TRIALS = 500;

/**
 * Sessions that reached something which none before them had, one a file. They are played again by the next campaign with
 * the same folder, and random sessions are made from them. What is in the folder when a campaign begins decides, together
 * with the seed, what it plays; what it adds is for the next one.
 */
export class Corpus {
  /** The sessions that were there at the start and that this campaign may play, in the order of their file names. */
  readonly trials: readonly Trial[];
  readonly #folder: string;
  readonly #mayBreak: boolean;
  readonly #known: Set<string>;
  #count: number;
  #added = 0;
  #problem: string | undefined;

  private constructor(folder: string, { toxics, mayBreak }: CorpusLimits, kept: readonly KeptTrial[]) {
    this.#folder = folder;
    this.#mayBreak = mayBreak;
    this.#count = kept.length;
    this.#known = new Set(kept.flatMap(({ reached }) => reached));
    const fitting = kept.filter((one) => (mayBreak || !one.mayBreak) && isWithin(one.trial, toxics));
    this.trials = fitting.map(({ trial }) => trial);
  }

  /** Reads a folder, which is made if it is not there; a Fault `usage` when it cannot be used or holds something else. */
  static open(folder: string, limits: CorpusLimits): Corpus {
    try {
      if (!existsSync(folder)) mkdirSync(folder);
      const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
      const kept = files.sort().map((file) => {
        const path = join(folder, file);
        return readKeptTrial(readFileSync(path, "utf8"), path);
      });
      return new Corpus(folder, limits, kept);
    } catch (error) {
      if (error instanceof Fault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Fault("usage", `Cannot use corpus "${folder}": ${reason}`, { cause: error });
    }
  }

  /** Why sessions could not be kept any more, if that was so: it takes nothing away from the campaign. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** How many sessions were added. */
  get added(): number {
    return this.#added;
  }

  /** Takes note of what a session reached; one that nobody has to keep, as it is always played, is not written. */
  note(trial: Trial, shown: readonly string[], isToKeep: boolean): void {
    const reached = reachedBy(trial, shown).filter((name) => !this.#known.has(name));
    if (reached.length === 0) return;
    for (const name of reached) this.#known.add(name);
    if (isToKeep && this.#count < MOST_TRIALS && this.#problem === undefined) this.#keep(trial, reached);
  }

  #keep({ acts, ending }: Trial, reached: readonly string[]): void {
    const trial: Trial = {
      acts: acts
        .filter(({ steps }) => steps.length > 0)
        .map(({ steps, about }) => ({ steps, about: about.slice(0, 1) })),
      ending,
    };
    const text = JSON.stringify({
      format: "acp-assay-session",
      formatVersion: 1,
      mayBreak: this.#mayBreak,
      reached,
      trial,
    });
    if (text.length > MOST_BYTES) return;
    const name = createHash("sha256").update(JSON.stringify(trial)).digest("hex").slice(0, 16);
    const path = join(this.#folder, `${name}.json`);
    // Two campaigns may share a folder: each file is written whole, then put in place.
    const draft = `${path}.${process.pid}`;
    try {
      writeFileSync(draft, `${text}\n`);
      renameSync(draft, path);
    } catch (error) {
      this.#problem = `Cannot keep sessions in "${this.#folder}": ${error instanceof Error ? error.message : String(error)}`;
      return;
    }
    this.#count += 1;
    this.#added += 1;
  }
}
