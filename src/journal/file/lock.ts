import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { JournalFault } from "./journal-fault.js";

const ATTEMPTS = 4;
const PAUSE_MS = 15;
const NONCE_BYTES = 6;

/** A thread that holds a lock, by what no later thread can share. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  readonly thread: string;
  readonly started: string;
}

/**
 * Keeps a journal to one writer. Each writer makes a file whose name says who it is, then looks for others: of two, the
 * one that looks last sees the other. Names are never used twice, so what a killed writer left can be taken away
 * without a race. Where the system has no /proc, only the process is known, not its thread.
 */
export class JournalLock {
  readonly #path: string;

  /** Takes the lock or throws a fault that names the holder. */
  constructor(journal: string) {
    const self = ownerSelf();
    for (let attempt = 1; ; attempt += 1) {
      const path = `${journal}.lock-${printOwner(self)}-${randomBytes(NONCE_BYTES).toString("hex")}`;
      closeSync(openSync(path, "wx", 0o600));
      const holder = liveHolder(journal, basename(path));
      if (holder === undefined) {
        this.#path = path;
        return;
      }
      rmSync(path, { force: true });
      if (attempt === ATTEMPTS) throw heldBy(journal, holder);
      // Two that start at once both step back; unequal pauses let one of them through.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS * attempt * Math.random());
    }
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}

function liveHolder(journal: string, own: string): Owner | undefined {
  const folder = dirname(journal);
  const prefix = `${basename(journal)}.lock-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || name === own) continue;
    const owner = readOwner(name.slice(prefix.length));
    if (owner === undefined) continue;
    if (isAlive(owner)) return owner;
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

function heldBy(journal: string, { pid, host }: Owner): JournalFault {
  const where = host === hostId() ? "" : ` on host ${host}`;
  return new JournalFault(
    "usage",
    `Cannot write journal ${JSON.stringify(journal)}: process ${pid}${where} is writing it`,
  );
}

function printOwner({ host, pid, thread, started }: Owner): string {
  return [host, pid, thread, started].join("-");
}

function readOwner(text: string): Owner | undefined {
  const [, host, pid, thread, started] = /^([A-Za-z0-9_.]+)-(\d+)-(\d+)-(\d+)-[0-9a-f]+$/.exec(text) ?? [];
  if (host === undefined || thread === undefined || started === undefined) return undefined;
  return { host, pid: Number(pid), thread, started };
}

function hostId(): string {
  return hostname().replace(/[^A-Za-z0-9_.]/g, "_") || "unnamed";
}

function ownerSelf(): Owner {
  const thread = threadSelf();
  return { host: hostId(), pid: process.pid, thread, started: startOf(process.pid, thread) ?? "0" };
}

/** The system's number of this thread; the process's own where it does not tell. */
function threadSelf(): string {
  try {
    return readlinkSync("/proc/thread-self").split("/").at(-1) ?? String(process.pid);
  } catch {
    return String(process.pid);
  }
}

/** When a thread was started, in the system's ticks since boot; undefined when there is no such thread or no /proc. */
function startOf(pid: number, thread: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "latin1");
    // The name in the second field may hold spaces and parentheses; the start is the 22nd field.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  // What another machine runs cannot be seen from here.
  if (owner.host !== hostId()) return true;
  if (owner.started !== "0") return startOf(owner.pid, owner.thread) === owner.started;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return Object(error).code === "EPERM";
  }
}
