import { type ChildProcess, spawn } from "node:child_process";
import {
  type CreateTerminalRequest,
  RequestError,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
} from "@agentclientprotocol/sdk";

interface Terminal {
  readonly process: ChildProcess;
  readonly exit: Promise<WaitForTerminalExitResponse>;
  output: string;
  exitStatus?: WaitForTerminalExitResponse;
}

const DEFAULT_OUTPUT_BYTES = 65_536;

/** The commands that an agent runs in the client's terminals (docs/protocol/v1/terminals.mdx). */
export class Terminals {
  readonly #terminals = new Map<string, Terminal>();
  #count = 0;

  create({ command, args, cwd, env, outputByteLimit }: CreateTerminalRequest): { terminalId: string } {
    const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
    const child = spawn(command, args ?? [], {
      ...(cwd == null ? {} : { cwd }),
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exit = new Promise<WaitForTerminalExitResponse>((resolve) => {
      child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
      child.once("error", () => resolve({ exitCode: 127, signal: null }));
    });
    const terminal: Terminal = { process: child, exit, output: "" };
    // A limit keeps the end of the output, which is where errors are.
    const limit = outputByteLimit ?? DEFAULT_OUTPUT_BYTES;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        terminal.output = (terminal.output + text).slice(-limit);
      });
    }
    void exit.then((status) => {
      terminal.exitStatus = status;
    });
    this.#count += 1;
    const terminalId = `terminal-${this.#count}`;
    this.#terminals.set(terminalId, terminal);
    return { terminalId };
  }

  output(terminalId: string): TerminalOutputResponse {
    const { output, exitStatus } = this.#get(terminalId);
    return { output, truncated: false, ...(exitStatus === undefined ? {} : { exitStatus }) };
  }

  waitForExit(terminalId: string): Promise<WaitForTerminalExitResponse> {
    return this.#get(terminalId).exit;
  }

  kill(terminalId: string): Record<string, never> {
    this.#get(terminalId).process.kill();
    return {};
  }

  /** Kills what still runs; the id is worth nothing afterwards. */
  release(terminalId: string): Record<string, never> {
    this.#get(terminalId).process.kill();
    this.#terminals.delete(terminalId);
    return {};
  }

  releaseAll(): void {
    for (const terminalId of [...this.#terminals.keys()]) this.release(terminalId);
  }

  #get(terminalId: string): Terminal {
    const terminal = this.#terminals.get(terminalId);
    if (terminal === undefined) throw RequestError.resourceNotFound(terminalId);
    return terminal;
  }
}
