import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Test } from "tap";
import { PLAIN_NODE } from "../plain-node.js";

export const MAIN: string = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));

/** A program that runs beside the test, and what it has printed. */
export class Beside {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";

  constructor(t: Test, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const [command = "env", ...rest] = [...PLAIN_NODE, ...args];
    this.child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    this.child.stdout?.on("data", (chunk: Buffer) => {
      this.stdout += String(chunk);
    });
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += String(chunk);
    });
    t.teardown(() => this.child.kill("SIGKILL"));
  }

  async until(isTrue: (self: Beside) => boolean): Promise<this> {
    const deadline = Date.now() + 10_000;
    while (!isTrue(this)) {
      if (Date.now() > deadline) throw new Error(`Not so in time: ${this.stdout}${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this;
  }

  async end(signal: NodeJS.Signals): Promise<unknown> {
    const closed = once(this.child, "close");
    this.child.kill(signal);
    const [code, by] = await closed;
    return code ?? by;
  }
}

/** Where a receiver listens. */
export interface Place {
  readonly url: string;
  readonly port: number;
}

/** `acp-assay receive` on any port. */
export async function receive(
  t: Test,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Beside & { readonly place: Place }> {
  const beside = await new Beside(t, [MAIN, "receive", "--port", "0", ...args], env).until(({ stdout }) =>
    stdout.endsWith("\n"),
  );
  return Object.assign(beside, { place: JSON.parse(beside.stdout) as Place });
}
