import { type ChildProcess, spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";

const EXIT_GRACE_MS = 5000;

/** The process of the agent, or of a bridge in front of it. */
export class AgentProcess {
  readonly stream: Stream;
  readonly #child: ChildProcess;
  readonly #exit: Promise<string | undefined>;

  constructor(command: readonly string[]) {
    const [file = "", ...args] = command;
    const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child = child;
    this.stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
    this.#exit = new Promise((resolve) => {
      child.once("error", (error) => resolve(`Cannot start "${file}": ${error.message}`));
      child.once("exit", (code, signal) => {
        if (signal !== null) resolve(`Agent died by ${signal}`);
        else resolve(code === 0 ? undefined : `Agent exited with code ${code}`);
      });
    });
  }

  /** Closes the agent's input, waits for its end and says what was wrong with it, if anything was. */
  async end(): Promise<string | undefined> {
    this.#child.stdin?.end();
    const stop = new AbortController();
    const tooLate = sleep(
      EXIT_GRACE_MS,
      `Agent still runs ${EXIT_GRACE_MS} ms after the end of its input`,
      stop,
    );
    const problem = await Promise.race([this.#exit, tooLate]);
    stop.abort();
    tooLate.catch(() => undefined);
    this.#child.kill("SIGKILL");
    return problem;
  }
}
