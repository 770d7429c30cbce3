import type { ClientConnection } from "../../../driver/client/client-connection.js";
import type { Answer } from "../../../driver/client-policy.js";
import { bytesOf } from "../../../driver/sandwich/payload.js";
import type { Json, JsonObject } from "../../../wire/message.js";
import { canAsk, type Serves } from "../model/agent-model.js";
import type { AgentCommand, AskId, Asking, TurnEnd } from "../model/command.js";
import { isOffSchema } from "../model/off-schema.js";
import { type AskedOfClient, AskedOfClients, resultOf } from "./asked.js";
import { type Form, formOf } from "./forms.js";
import { Sandbox } from "./sandbox.js";
import type { ServedClient } from "./served-client.js";

/** No line that is said as it stands uses an id of ours: they begin here. */
const FIRST_ID = 1001;

const OF_NO_SESSION: ReadonlySet<Asking> = new Set<Asking>(["custom", "unknown"]);

/** The agent of one conversation: does what commands say, as far as it can be done with this client. */
export class LiveAgent {
  readonly asked: AskedOfClients = new AskedOfClients();
  /** Where the commands are played. */
  connection: ClientConnection | undefined;
  hasEndedTurn = false;
  isDead = false;
  /** The client's user has pressed Ctrl-C. */
  isInterrupted = false;
  readonly #client: ServedClient;
  readonly #serves: Serves;
  #sandbox: Sandbox | undefined;
  #nextNumber = FIRST_ID;
  #nextMark = 1;

  constructor(client: ServedClient, serves: Serves) {
    this.#client = client;
    this.#serves = serves;
  }

  /** Does one command that needs no waiting; false when it cannot be done. */
  act(command: AgentCommand): boolean {
    const { connection } = this;
    if (connection === undefined || this.isDead) return false;
    const act = (): boolean => this.#act(command, connection);
    return isOffSchema(command) ? connection.wrongly(act) : act();
  }

  #act(command: AgentCommand, connection: ClientConnection): boolean {
    switch (command.do) {
      case "update":
        connection.notify("session/update", { sessionId: this.#client.sessionId, update: command.update });
        return true;
      case "ask":
        return this.#ask(command.what, command.place, command.id, connection) !== undefined;
      case "miss":
        return this.#miss(command, connection);
      case "withdraw":
        return this.#withdraw(connection);
      case "tell":
        this.#tell(command.about, connection);
        return true;
      case "interrupt":
        this.isInterrupted = true;
        this.#client.process.subject.signal("SIGINT");
        return true;
      case "end":
        return this.endTurn(command.how);
      case "answer-again":
      case "stray":
        return this.#answerUnasked(command.do, connection);
      case "say":
        connection.writeRaw(bytesOf(command.payload));
        return true;
      case "cut":
        connection.outlet.pieceBytes = command.bytes;
        return true;
      case "hold":
        connection.outlet.hold();
        return true;
      case "flush":
        connection.outlet.flush();
        return true;
      case "die":
        this.#die(command.how, connection);
        return true;
      default:
        return false;
    }
  }

  /** Asks something plain; undefined when it cannot be asked. */
  askPlainly(what: Asking | "barrier"): AskedOfClient | undefined {
    const { connection } = this;
    if (connection === undefined) return undefined;
    if (what !== "barrier") return this.#ask(what, 0, "number", connection);
    const request = { method: "_acp-assay/barrier", params: {}, id: this.#nextNumber++ };
    return this.asked.begin(connection, request, { what });
  }

  /** Answers the prompt, as cancelled where the client has said so; false when none waits. */
  endTurn(how: TurnEnd): boolean {
    const isEnded = this.#client.endTurn(endOf(how));
    this.hasEndedTurn ||= isEnded;
    return isEnded;
  }

  /** What the files hold now that the client was asked to write. */
  files(): Map<string, string> {
    const paths = this.asked.all.flatMap(({ path }) => (path === undefined ? [] : [path]));
    return this.#sandbox?.contents(paths) ?? new Map();
  }

  clean(): void {
    this.#sandbox?.remove();
  }

  #ask(what: Asking, place: number, form: AskId, connection: ClientConnection): AskedOfClient | undefined {
    const request = this.#formOf(what, place);
    const id = this.#idOf(form, connection);
    if (request === undefined || id === undefined) return undefined;
    const { method, params, subject } = request;
    return this.asked.begin(connection, { method, params, id }, subject);
  }

  #miss(command: Extract<AgentCommand, { do: "miss" }>, connection: ClientConnection): boolean {
    const request = this.#formOf(command.what, command.place);
    const names = Object.keys(request?.params ?? {});
    const name = names[command.place % Math.max(1, names.length)];
    if (request === undefined || name === undefined) return false;
    const params = command.how === "without" ? without(request.params, name) : typed(request.params, name);
    const { what } = command;
    this.asked.begin(connection, { method: request.method, params, id: this.#nextNumber++ }, { what });
    return true;
  }

  #formOf(what: Asking, place: number): Form | undefined {
    if (!canAsk(this.#serves, what)) return undefined;
    this.#sandbox ??= Sandbox.below(this.#client.cwd);
    if (this.#sandbox === undefined) return undefined;
    const terminals = this.#terminals();
    const terminal = terminals[place % Math.max(1, terminals.length)];
    const form = formOf(what, {
      folder: this.#sandbox.folder,
      number: this.#nextMark++,
      place,
      terminalId: terminal?.terminalId,
      terminalMark: terminal?.mark,
    });
    if (form === undefined || OF_NO_SESSION.has(what)) return form;
    return { ...form, params: { sessionId: this.#client.sessionId, ...form.params } };
  }

  /** The terminals that the client has given and that were not released. */
  #terminals(): { readonly terminalId: string; readonly mark: string | undefined }[] {
    const released = new Set(
      this.asked.all.flatMap(({ what, terminalId }) => (what === "release" ? [terminalId] : [])),
    );
    return this.asked.all.flatMap((asked) => {
      const terminalId = asked.what.startsWith("run") ? resultOf(asked)?.["terminalId"] : undefined;
      if (typeof terminalId !== "string" || released.has(terminalId)) return [];
      return [{ terminalId, mark: asked.mark }];
    });
  }

  #idOf(form: AskId, { transcript }: ClientConnection): Json | undefined {
    const { all, open } = this.asked;
    const isFree = (id: Json): boolean => open.every((other) => idOf(other) !== id);
    switch (form) {
      case "number":
        return this.#nextNumber++;
      case "text":
        return `acp-assay "${this.#nextNumber++}" é`;
      case "empty":
        return isFree("") ? "" : undefined;
      case "negative":
        return -this.#nextNumber++;
      case "again":
        return all.map(idOf).findLast((id) => id !== undefined && isFree(id));
      case "theirs": {
        const prompt = transcript
          .ofSubject()
          .findLast(({ message }) => message.kind === "request" && message.method === "session/prompt");
        const id = prompt?.message.kind === "request" ? prompt.message.value["id"] : undefined;
        return (typeof id === "number" || typeof id === "string") && isFree(id) ? id : undefined;
      }
    }
  }

  #withdraw(connection: ClientConnection): boolean {
    const asked = this.asked.open.at(-1);
    const id = asked && idOf(asked);
    if (asked === undefined || id === undefined) return false;
    asked.isWithdrawn = true;
    connection.notify("$/cancel_request", { requestId: id });
    return true;
  }

  #tell(about: "custom" | "unknown" | "dollar" | "late-withdrawal", connection: ClientConnection): void {
    if (about === "late-withdrawal") {
      const done = this.asked.all.findLast(({ reply }) => reply !== undefined);
      connection.notify("$/cancel_request", { requestId: (done && idOf(done)) ?? "acp-assay-never-used" });
      return;
    }
    const methods = { custom: "_acp-assay/tell", unknown: "acp-assay/tell", dollar: "$/acp_assay_tell" };
    connection.notify(methods[about], {});
  }

  #answerUnasked(how: "answer-again" | "stray", connection: ClientConnection): boolean {
    if (how === "stray") {
      connection.send({ jsonrpc: "2.0", id: 987_654, result: {} });
      return true;
    }
    const prompt = connection.transcript
      .ofSubject()
      .find(({ message }) => message.kind === "request" && message.method === "session/prompt");
    if (prompt === undefined || !this.hasEndedTurn) return false;
    connection.answer(prompt, { result: { stopReason: "end_turn" } });
    return true;
  }

  #die(how: "code 0" | "code 1" | "cut", connection: ClientConnection): void {
    this.isDead = true;
    if (how === "cut") connection.cut();
    else connection.exit(how === "code 0" ? 0 : 1);
  }
}

function endOf(how: TurnEnd): Answer {
  if (how === "error") return { error: { code: -32603, message: "The turn failed" } };
  return { result: { stopReason: how } };
}

/** The id of a request as a JSON value. */
function idOf({ frame: { message } }: AskedOfClient): Json | undefined {
  return message.kind === "request" ? message.value["id"] : undefined;
}

function without(params: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));
}

function typed(params: JsonObject, name: string): JsonObject {
  return { ...params, [name]: typeof params[name] === "string" ? 5 : "acp-assay" };
}
