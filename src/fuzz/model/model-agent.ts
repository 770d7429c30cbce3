import type { Direction } from "../../wire/direction.js";
import type { Json, JsonObject } from "../../wire/message.js";
import type { Command, PromptKind, SessionAct } from "./command.js";

/** One frame of a conversation in which the harness has both parts. */
export interface ModelFrame {
  readonly direction: Direction;
  readonly message: JsonObject;
  /** What it counts as in the statistics, as `model a2c session/prompt response`. */
  readonly about: string;
}

/** A turn: what the agent has still to say in it, and the id of its prompt. */
interface Turn {
  said: ModelFrame[];
  readonly id: number;
  readonly session: number;
}

const OPTIONS: JsonObject[] = [
  { optionId: "allow", name: "Allow", kind: "allow_once" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
];

/**
 * An agent that does all it is asked, and the client's part of it: both write their frames into one list. Each turn goes on
 * by itself, so that those of several sessions, and what the client says meanwhile, can cross in any order.
 */
export class ModelAgent {
  readonly frames: ModelFrame[] = [];
  #turns: Turn[] = [];
  #asking = new Map<number, { readonly turn: Turn; readonly id: number }>();
  readonly #open = new Set<number>();

  /** The client does something; what is no matter of frames is passed over. */
  hear(command: Command): void {
    switch (command.do) {
      case "new":
        this.#exchange("session/new", { cwd: "/", mcpServers: [] }, { sessionId: idOf(command.session) });
        return;
      case "prompt":
        this.#prompt(command.session, command.kind);
        return;
      case "cancel":
        this.#cancel(command.session);
        return;
      case "answer":
        this.#grant(command.session, command.how === "reject" ? "reject" : "allow");
        return;
      case "load":
      case "resume":
      case "close":
      case "delete":
        this.#act(command.do, command.session);
        return;
      case "list":
        this.#exchange("session/list", {}, { sessions: [] });
        return;
      case "ask":
        this.#exchange("_acp-assay/ask", {}, {});
        return;
      case "tell":
        this.#write("c2a", "notification", { method: "_acp-assay/tell", params: {} });
        return;
      default:
        return;
    }
  }

  /** One of the turns goes on, if there is one that has something to say. */
  speak(draw: number): boolean {
    const ready = this.#turns.filter(({ said }) => said.length > 0);
    const turn = ready[draw % ready.length];
    const frame = turn?.said.shift();
    if (turn === undefined || frame === undefined) return false;
    this.frames.push(frame);
    if (frame.message["method"] === "session/request_permission") this.#ask(turn, frame);
    if (turn.said.length === 0 && !this.#asking.has(turn.session)) this.#end(turn);
    return true;
  }

  /** The client grants whatever is asked, and the agent says all that is left. */
  finish(draw: () => number): void {
    while (this.speak(draw()) || this.#asking.size > 0) {
      for (const session of this.#asking.keys()) this.#grant(session, "allow");
    }
  }

  #act(act: SessionAct, session: number): void {
    const isEnd = act === "close" || act === "delete";
    if (isEnd) this.#stop(session);
    const where = isEnd ? {} : { cwd: "/", mcpServers: [] };
    this.#exchange(`session/${act}`, { sessionId: idOf(session), ...where }, {});
  }

  #prompt(session: number, kind: PromptKind): void {
    if (this.#turns.some((turn) => turn.session === session)) return;
    const id = this.#freshId();
    const prompt = [{ type: "text", text: kind }];
    this.#write("c2a", "request", {
      id,
      method: "session/prompt",
      params: { sessionId: idOf(session), prompt },
    });
    const said = ["one", "two"].map((word) => chunk(session, `${word} of ${id}`));
    // Agents count their requests anew in each turn, which is legal once the last one was answered.
    if (kind === "file") said.push(permission(session));
    else said.push(ended(id, "end_turn"));
    this.#turns.push({ said, id, session });
  }

  #cancel(session: number): void {
    this.#write("c2a", "notification", { method: "session/cancel", params: { sessionId: idOf(session) } });
    this.#stop(session);
  }

  /** The turn of the session ends as cancelled, and an open question of it is answered so. */
  #stop(session: number): void {
    const turn = this.#turns.find((one) => one.session === session);
    const asked = this.#asking.get(session);
    if (turn === undefined) return;
    if (asked !== undefined) {
      this.#asking.delete(session);
      this.#write("c2a", "response", { id: asked.id, result: { outcome: { outcome: "cancelled" } } });
    }
    turn.said = [chunk(session, `stopped ${turn.id}`), ended(turn.id, "cancelled")];
  }

  #ask(turn: Turn, { message }: ModelFrame): void {
    this.#asking.set(turn.session, { turn, id: Number(message["id"]) });
  }

  #grant(session: number, optionId: string): void {
    const asked = this.#asking.get(session);
    if (asked === undefined) return;
    this.#asking.delete(session);
    const outcome = { outcome: "selected", optionId };
    this.#write("c2a", "response", { id: asked.id, result: { outcome } });
    asked.turn.said.push(chunk(session, optionId), ended(asked.turn.id, "end_turn"));
  }

  #end(turn: Turn): void {
    this.#turns = this.#turns.filter((one) => one !== turn);
    this.#open.delete(turn.id);
  }

  #exchange(method: string, params: JsonObject, result: Json): void {
    const id = this.#freshId();
    this.#write("c2a", "request", { id, method, params });
    this.#write("a2c", "response", { id, result });
    this.#open.delete(id);
  }

  /** The smallest that is not open, so that ids come again as soon as they may. */
  #freshId(): number {
    let id = 1;
    while (this.#open.has(id)) id += 1;
    this.#open.add(id);
    return id;
  }

  #write(direction: Direction, kind: string, members: JsonObject): void {
    this.frames.push(frame(direction, kind, members));
  }
}

function frame(direction: Direction, kind: string, members: JsonObject): ModelFrame {
  const method = typeof members["method"] === "string" ? `${members["method"]} ` : "";
  return { direction, message: { jsonrpc: "2.0", ...members }, about: `model ${direction} ${method}${kind}` };
}

function chunk(session: number, text: string): ModelFrame {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  return frame("a2c", "notification", {
    method: "session/update",
    params: { sessionId: idOf(session), update },
  });
}

function permission(session: number): ModelFrame {
  const params = { sessionId: idOf(session), toolCall: { toolCallId: "call" }, options: OPTIONS };
  return frame("a2c", "request", { id: session, method: "session/request_permission", params });
}

function ended(id: number, stopReason: string): ModelFrame {
  return frame("a2c", "response", { id, result: { stopReason } });
}

function idOf(session: number): string {
  return `session-${session}`;
}
