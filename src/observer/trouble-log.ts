import { join } from "node:path";
import { errorCode } from "../system-error.js";
import { makeFolder } from "./epoch/make-folder.js";
import { AppendFile } from "./sinks/append-file.js";

const MOST_BYTES = 1_000_000;

/** More of one process are not written: what fails again and again is known by then. */
const MOST_LINES = 100;

/**
 * Where a user finds out why a sink stayed empty: `acp-tee.log` in the state directory. A tee has no other place, since the
 * streams of its process are the agent's.
 */
export class TroubleLog {
  readonly #folder: string;
  readonly #file: AppendFile;
  #lines = 0;

  constructor(stateDirectory: string) {
    this.#folder = stateDirectory;
    const path = join(stateDirectory, "acp-tee.log");
    this.#file = new AppendFile({ path, maxBytes: MOST_BYTES, failed: () => undefined });
  }

  /** Adds one line, `<time> <process> <what>`; when that fails too, nobody can be told. */
  tell(trouble: unknown): void {
    this.#lines += 1;
    if (this.#lines > MOST_LINES) return;
    const text = trouble instanceof Error ? trouble.message : String(trouble);
    try {
      makeFolder(this.#folder);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
    }
    this.#file.write([`${new Date().toISOString()} ${process.pid} ${text.replaceAll("\n", " ")}`]);
  }
}
