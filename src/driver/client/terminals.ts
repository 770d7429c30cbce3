import { type Json, type JsonObject, wordOf } from "../../wire/message.js";
import { type Answer, INVALID_PARAMS, RESOURCE_NOT_FOUND, refusal } from "./answers.js";
import { Terminal } from "./terminal.js";
import type { Workspace } from "./workspace.js";

/**
 * The terminals of one connection, as a client serves them (docs/protocol/v1/terminals.mdx): real processes that start
 * inside the workspace. What a command does after that is its own affair: a directory is no jail.
 */
export class Terminals {
  readonly #workspace: Workspace;
  readonly #open = new Map<string, { readonly sessionId: unknown; readonly terminal: Terminal }>();
  #count = 0;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Answers `terminal/create`, as soon as the command runs. */
  async create(params: JsonObject): Promise<Answer> {
    const { sessionId, command, args, env, cwd, outputByteLimit } = params;
    if (typeof command !== "string" || command === "") return refusal(INVALID_PARAMS, "command is no text");
    const place = this.#workspace.placeOf(cwd ?? this.#workspace.root);
    if (typeof place !== "string") return place;
    try {
      const terminal = await Terminal.start({
        argv: [command, ...texts(args)],
        cwd: place,
        env: { ...process.env, ...variables(env) },
        outputByteLimit: typeof outputByteLimit === "number" ? outputByteLimit : DEFAULT_OUTPUT_BYTES,
      });
      this.#count += 1;
      const terminalId = `acp-assay-terminal-${this.#count}`;
      this.#open.set(terminalId, { sessionId, terminal });
      return { result: { terminalId } };
    } catch (error) {
      return refusal(RESOURCE_NOT_FOUND, error instanceof Error ? error.message : String(error));
    }
  }

  /** Answers `terminal/output`. */
  output(params: JsonObject): Answer {
    const terminal = this.#find(params);
    if (terminal === undefined) return unknown();
    const { exitStatus } = terminal;
    return { result: { ...terminal.output(), ...(exitStatus === undefined ? {} : { exitStatus }) } };
  }

  /** Answers `terminal/wait_for_exit`, once the command has ended. */
  async waitForExit(params: JsonObject): Promise<Answer> {
    const terminal = this.#find(params);
    return terminal === undefined ? unknown() : { result: await terminal.exited };
  }

  /** Answers `terminal/kill`: the terminal stays. */
  kill(params: JsonObject): Answer {
    const terminal = this.#find(params);
    terminal?.kill();
    return terminal === undefined ? unknown() : { result: {} };
  }

  /** Answers `terminal/release`: a command that runs is killed, and the id is worth nothing afterwards. */
  release(params: JsonObject): Answer {
    const terminal = this.#find(params);
    if (terminal === undefined) return unknown();
    terminal.kill();
    this.#open.delete(wordOf(params["terminalId"]));
    return { result: {} };
  }

  /** Does a command still run in a terminal? */
  get isRunning(): boolean {
    return [...this.#open.values()].some(({ terminal }) => terminal.exitStatus === undefined);
  }

  /** Kills every command that still runs; open waits are answered by that. */
  killAll(): void {
    for (const { terminal } of this.#open.values()) terminal.kill();
  }

  #find({ sessionId, terminalId }: JsonObject): Terminal | undefined {
    const entry = this.#open.get(wordOf(terminalId));
    return entry?.sessionId === sessionId ? entry?.terminal : undefined;
  }
}

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;

function unknown(): Answer {
  return refusal(RESOURCE_NOT_FOUND, "No such terminal in this session");
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map((text) => wordOf(text)) : [];
}

function variables(value: unknown): Record<string, string> {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  return Object.fromEntries(
    given.flatMap((each) => {
      const { name, value: text } = (each ?? {}) as { name?: unknown; value?: unknown };
      return typeof name === "string" && typeof text === "string" ? [[name, text]] : [];
    }),
  );
}
