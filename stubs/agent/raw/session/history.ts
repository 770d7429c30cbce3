import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../../src/wire/message.js";
import { Session, type SessionSetup } from "./session.js";

/** The folder in a session's directory that keeps it for other processes. */
const FOLDER = ".raw-agent";

/** Writes down what was said in a session. */
export function keep({ id, cwd, title, history }: Session): void {
  try {
    mkdirSync(join(cwd, FOLDER), { recursive: true });
    writeFileSync(place(cwd, id), JSON.stringify({ title, history }));
  } catch {
    // A directory that cannot be written in makes a session that another process cannot load.
  }
}

/** Reads a session that this or another process has kept; undefined when there is none. */
export function recall(id: string, setup: SessionSetup): Session | undefined {
  try {
    // What this agent wrote itself.
    const kept = JSON.parse(readFileSync(place(setup.cwd, id), "utf8")) as Kept;
    const session = new Session(id, setup, kept.history);
    session.title = kept.title;
    return session;
  } catch {
    return undefined;
  }
}

interface Kept {
  readonly title?: string;
  readonly history: readonly JsonObject[];
}

function place(cwd: string, id: string): string {
  return join(cwd, FOLDER, `${encodeURIComponent(id)}.json`);
}
