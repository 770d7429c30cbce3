import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../observer/epoch/make-folder.js";
import { safeName } from "../observer/event/safe-name.js";
import type { EventText } from "./event/event.js";

/** What waits to be written is bounded; beyond that, events are left out of the log and counted. */
const MAX_WAITING_CHARACTERS = 32 * 1024 * 1024;
/** No session's file: a leading underscore of a session is encoded. */
const AGENT_FILE = "_agent";

/**
 * The events of each session in a file of its own, `<folder>/<agent>/<session>.jsonl`, and those of no session in
 * `<folder>/<agent>/_agent.jsonl`. A full or broken disk costs log lines and nothing else; a line that was torn is ended
 * before the next one is written.
 */
export class SessionLog {
  readonly #folder: string;
  readonly #warn: (words: string) => void;
  /** Files that end with a line end, as far as we know. */
  readonly #whole = new Set<string>();
  readonly #faults = new Set<string>();
  #waiting = new Map<string, string[]>();
  #waitingCharacters = 0;
  #dropped = 0;
  #writing: Promise<void> | undefined;

  constructor(folder: string, warn: (words: string) => void) {
    this.#folder = folder;
    this.#warn = warn;
  }

  /** Events that could not be written. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Writes an event soon. */
  append({ event, json }: EventText): void {
    if (this.#waitingCharacters > MAX_WAITING_CHARACTERS) {
      this.#dropped += 1;
      return;
    }
    const name = event.session === undefined ? AGENT_FILE : safeName(event.session);
    const path = join(this.#folder, safeName(event.agent), `${name}.jsonl`);
    const lines = this.#waiting.get(path);
    if (lines === undefined) this.#waiting.set(path, [json]);
    else lines.push(json);
    this.#waitingCharacters += json.length;
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything is written, or given up. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      this.#waitingCharacters = 0;
      for (const [path, lines] of batch) await this.#write(path, lines);
    }
    this.#writing = undefined;
  }

  async #write(path: string, lines: readonly string[]): Promise<void> {
    try {
      makeFolder(dirname(path));
      await appendLines(path, lines, this.#whole.has(path));
      this.#whole.add(path);
    } catch (error) {
      this.#whole.delete(path);
      this.#dropped += lines.length;
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      if (!this.#faults.has(code)) this.#warn(`Cannot write the log of a session: ${code}`);
      this.#faults.add(code);
    }
  }
}

async function appendLines(path: string, lines: readonly string[], isWhole: boolean): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const torn = isWhole ? "" : await endOfTornLine(file);
    await file.appendFile(`${torn}${lines.join("\n")}\n`);
  } finally {
    await file.close();
  }
}

async function endOfTornLine(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { size } = await file.stat();
  if (size === 0) return "";
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() === "\n" ? "" : "\n";
}
