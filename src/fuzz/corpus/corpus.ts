import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../fault.js";
import type { Trial } from "../campaign/trial.js";
import { type KeptTrial, readKeptTrial } from "./kept-trial.js";
import { reachedBy } from "./reached.js";

/** Larger ones cost more to read than they are worth. */
const MOST_BYTES = 256 * 1024;
const MOST_TRIALS = 500;

/**
 * Sessions that reached something which none before them had, one a file. They are played again by the next campaign with
 * the same folder, and random sessions are made from them. What is in the folder when a campaign begins decides, together
 * with the seed, what it plays; what it adds is for the next one.
 */
export class Corpus {
  /** The sessions that were there at the start, in the order of their file names. */
  readonly trials: readonly Trial[];
  readonly #folder: string;
  readonly #known: Set<string>;
  #count: number;
  #added = 0;

  private constructor(folder: string, kept: readonly KeptTrial[]) {
    this.#folder = folder;
    this.#count = kept.length;
    this.#known = new Set(kept.flatMap(({ reached }) => reached));
    this.trials = kept.map(({ trial }) => trial);
  }

  /** Reads a folder, which is made if it is not there; a Fault `usage` when it cannot be used or holds something else. */
  static open(folder: string): Corpus {
    try {
      if (!existsSync(folder)) mkdirSync(folder);
      const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
      const kept = files.sort().map((file) => {
        const path = join(folder, file);
        return readKeptTrial(readFileSync(path, "utf8"), path);
      });
      return new Corpus(folder, kept);
    } catch (error) {
      if (error instanceof Fault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Fault("usage", `Cannot use corpus "${folder}": ${reason}`, { cause: error });
    }
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
    if (isToKeep && this.#count < MOST_TRIALS) this.#keep(trial, reached);
  }

  #keep({ acts, ending }: Trial, reached: readonly string[]): void {
    const trial: Trial = {
      acts: acts.map(({ steps, about }) => ({ steps, about: about.slice(0, 1) })),
      ending,
    };
    const text = JSON.stringify({ format: "acp-assay-session", formatVersion: 1, reached, trial });
    if (text.length > MOST_BYTES) return;
    const name = createHash("sha256").update(JSON.stringify(trial)).digest("hex").slice(0, 16);
    const path = join(this.#folder, `${name}.json`);
    // Two campaigns may share a folder: each file is written whole, then put in place.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${text}\n`);
    renameSync(draft, path);
    this.#count += 1;
    this.#added += 1;
  }
}
