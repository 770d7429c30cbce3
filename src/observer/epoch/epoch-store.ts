import { closeSync, fsyncSync, openSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../system-error.js";
import { safeName } from "../event/safe-name.js";
import { makeFolder } from "./make-folder.js";

/** Marks that this session has ended, in whatever process. */
const ENDED = "ended";

const MOST_TRIES = 1_000;

/**
 * Durable numbers, one series a session: `DIRECTORY/sessions/<session>/<epoch>`. The largest file is the last claim and is
 * never removed, so that no process is given a number twice, whatever else runs or dies at the same time.
 */
export class EpochStore {
  readonly #directory: string;

  constructor(stateDirectory: string) {
    this.#directory = join(stateDirectory, "sessions");
  }

  /** The next epoch of a session, from 1; undefined where the directory cannot be written. */
  claim(session: string): number | undefined {
    const folder = this.#folder(session);
    try {
      makeFolder(folder);
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const epoch = largest(folder) + 1;
        if (create(join(folder, String(epoch))) && largest(folder) === epoch) {
          removeBelow(folder, epoch);
          sync(folder);
          return epoch;
        }
      }
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
    }
    return undefined;
  }

  /** May this process tell the end of the session? False when another has. Without a directory nobody can know. */
  claimEnd(session: string): boolean {
    try {
      return create(join(this.#folder(session), ENDED));
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return true;
    }
  }

  #folder(session: string): string {
    return join(this.#directory, safeName(session));
  }
}

/** False when somebody else was faster. */
function create(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function largest(folder: string): number {
  return epochs(folder).reduce((most, epoch) => Math.max(most, epoch), 0);
}

function epochs(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^[1-9]\d{0,14}$/.test(name))
    .map(Number);
}

/**
 * Whoever counted before the largest file was made may now make one of these names again. It will see that its own is not the
 * largest, and try once more.
 */
function removeBelow(folder: string, epoch: number): void {
  for (const lower of epochs(folder).filter((each) => each < epoch)) {
    try {
      unlinkSync(join(folder, String(lower)));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

/** Names survive a loss of power, not only the end of this process. */
function sync(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
