import type { AgentConnection } from "../../../driver/agent-connection.js";
import { type Answer, type Policy, selectOption } from "../../../driver/client-policy.js";
import type { Frame } from "../../../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../wire/message.js";
import type { AnswerKind } from "../../model/command.js";

/** Schema ErrorCode: the request was cancelled. */
const REQUEST_CANCELLED = -32800;
const PERMISSION = "session/request_permission";

/** What the client serves besides permission requests, and the results that please most agents. */
const SERVED: Readonly<Record<string, JsonObject>> = {
  "fs/read_text_file": { content: "ready\n" },
  "fs/write_text_file": {},
  "terminal/create": { terminalId: "acp-assay-terminal" },
  "terminal/output": { output: "ready\n", truncated: false, exitStatus: { exitCode: 0 } },
  "terminal/wait_for_exit": { exitCode: 0 },
  "terminal/kill": {},
  "terminal/release": {},
};

/** What the client announces: it serves all that an agent may ask for. */
export const CLIENT_CAPABILITIES: JsonObject = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
};

/** The agent's requests that a conversation answers by itself. */
export const holdingPolicy: Policy = Object.fromEntries(
  [PERMISSION, ...Object.keys(SERVED)].map((method) => [method, (): Answer => "held"]),
);

/** The agent's requests that are open, in the order of their arrival; each is answered at once unless they are held. */
export class HeldRequests {
  readonly #connection: AgentConnection;
  #open: Frame[] = [];
  isHolding = false;

  constructor(connection: AgentConnection) {
    this.#connection = connection;
    connection.transcript.listen((frame) => this.#take(frame));
  }

  /** The id of the request that has waited longest, as it was written. */
  get firstId(): string | undefined {
    const [first] = this.#open;
    return first?.message.kind === "request" ? first.message.id.raw : undefined;
  }

  /** Answers the request of this session that has waited longest; false when there is none. */
  answer(sessionId: string, how: AnswerKind): boolean {
    const frame = this.#open.find((each) => sessionOf(each) === sessionId);
    if (frame === undefined) return false;
    this.#reply(frame, how);
    if (how === "twice") this.#connection.answer(frame, answerFor(frame, "allow"));
    return true;
  }

  /** Says of every open request of the session that its turn is over. */
  cancelAll(sessionId: string): void {
    for (const frame of this.#open.filter((each) => sessionOf(each) === sessionId))
      this.#reply(frame, "cancelled");
  }

  /** Answers whatever is open, as a client that leaves. */
  release(): void {
    this.isHolding = false;
    for (const frame of [...this.#open]) this.#reply(frame, "cancelled");
  }

  #take(frame: Frame): void {
    const { message, direction } = frame;
    if (direction !== "a2c" || message.kind !== "request" || !Object.hasOwn(holdingPolicy, message.method))
      return;
    this.#open.push(frame);
    if (!this.isHolding) this.#reply(frame, "allow");
  }

  #reply(frame: Frame, how: AnswerKind): void {
    this.#open = this.#open.filter((each) => each !== frame);
    this.#connection.answer(frame, answerFor(frame, how));
  }
}

/** The session that a request of the agent names. */
function sessionOf({ message }: Frame): Json | undefined {
  return message.kind === "request" && isJsonObject(message.params) ? message.params["sessionId"] : undefined;
}

function answerFor({ message }: Frame, how: AnswerKind): Exclude<Answer, "held"> {
  if (message.kind !== "request") return { result: {} };
  const params = isJsonObject(message.params) ? message.params : {};
  const isPermission = message.method === PERMISSION;
  if (how === "error") return { error: { code: -32603, message: "The client could not do this" } };
  if (isPermission && how === "cancelled") return { result: { outcome: { outcome: "cancelled" } } };
  if (isPermission) {
    const answer = selectOption(params, how === "reject" ? "reject" : "allow");
    return answer === "held" ? { result: {} } : answer;
  }
  if (how === "cancelled") return { error: { code: REQUEST_CANCELLED, message: "Request cancelled" } };
  return { result: SERVED[message.method] ?? {} };
}
