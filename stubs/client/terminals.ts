import { Buffer } from "node:buffer";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Json, JsonObject } from "../../src/wire/message.js";
import type { Answer } from "./behaviour.js";

/** A command that an agent runs. */
export interface Terminal {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  readonly exit: Promise<JsonObject>;
  readonly limitBytes: number;
  output: Buffer;
  isTruncated: boolean;
  status?: JsonObject;
}

const DEFAULT_LIMIT_BYTES = 1024 * 1024;
const UNKNOWN: Answer = { error: { code: -32002, message: "No such terminal" } };
const DONE: Answer = { result: {} };

/** The commands that an agent runs (docs/protocol/v1/terminals.mdx). */
export class Terminals {
  readonly byId: Map<string, Terminal> = new Map<string, Terminal>();
  #count = 0;

  create({ command, args, cwd, env, outputByteLimit }: JsonObject): Answer {
    const variables = Object.fromEntries(list(env).map((one) => [String(one["name"]), String(one["value"])]));
    const child = spawn(String(command), list<string>(args), {
      ...(typeof cwd === "string" ? { cwd } : {}),
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exit = new Promise<JsonObject>((resolve) => {
      child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
      child.once("error", () => resolve({ exitCode: 127, signal: null }));
    });
    const limitBytes = typeof outputByteLimit === "number" ? outputByteLimit : DEFAULT_LIMIT_BYTES;
    const terminal: Terminal = {
      process: child,
      exit,
      limitBytes,
      output: Buffer.alloc(0),
      isTruncated: false,
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => retain(terminal, chunk));
    }
    void exit.then((status) => {
      terminal.status = status;
    });
    const terminalId = `terminal-${++this.#count}`;
    this.byId.set(terminalId, terminal);
    return { result: { terminalId } };
  }

  output(terminalId: string): Answer {
    const terminal = this.byId.get(terminalId);
    if (terminal === undefined) return UNKNOWN;
    const { output, isTruncated, status } = terminal;
    const shown = { output: output.toString("utf8"), truncated: isTruncated };
    return { result: status === undefined ? shown : { ...shown, exitStatus: status } };
  }

  async waitForExit(terminalId: string): Promise<Answer> {
    const terminal = this.byId.get(terminalId);
    return terminal === undefined ? UNKNOWN : { result: await terminal.exit };
  }

  kill(terminalId: string): Answer {
    const terminal = this.byId.get(terminalId);
    if (terminal === undefined) return UNKNOWN;
    terminal.process.kill("SIGKILL");
    return DONE;
  }

  /** Kills what still runs; the id is worth nothing afterwards. */
  release(terminalId: string): Answer {
    const answer = this.kill(terminalId);
    this.byId.delete(terminalId);
    return answer;
  }

  releaseAll(): void {
    for (const terminalId of [...this.byId.keys()]) this.release(terminalId);
  }
}

/** Keeps the end of the output, cut between two characters. */
function retain(terminal: Terminal, chunk: Buffer): void {
  const all = Buffer.concat([terminal.output, chunk]);
  let start = Math.max(0, all.length - terminal.limitBytes);
  if (start > 0) terminal.isTruncated = true;
  while (start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start += 1;
  terminal.output = all.subarray(start);
}

function list<Item extends Json = JsonObject>(value: Json | undefined): Item[] {
  return Array.isArray(value) ? [...(value as Item[])] : [];
}
