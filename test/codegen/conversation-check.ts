import type { GeneratedFrame } from "../../generated/arbitrary/frame-source.js";

type Fields = { readonly [name: string]: unknown };

interface Asked {
  readonly frame: GeneratedFrame;
  readonly id: string;
  readonly params: Fields;
  isCancelled: boolean;
}

/** What is incoherent in a conversation; written from the protocol pages, not from the generator. */
export function complaintsAbout(frames: readonly GeneratedFrame[]): readonly string[] {
  const reader = new Reader();
  for (const frame of frames) reader.read(frame);
  return [...reader.complaints, ...[...reader.open].map(({ frame }) => `never answered: ${frame.text}`)];
}

class Reader {
  readonly complaints: string[] = [];
  readonly open = new Set<Asked>();
  readonly #sessions = new Set<unknown>();
  readonly #prompted = new Set<unknown>();
  readonly #tools = new Set<string>();
  readonly #terminals = new Set<string>();

  read(frame: GeneratedFrame): void {
    const value = fieldsOf(frame.value);
    const complain = (what: string): number => this.complaints.push(`${what}: ${frame.text}`);
    if (frame.part === "result" || frame.part === "error") {
      this.#answer(frame, value, complain);
      return;
    }
    const params = fieldsOf(value["params"]);
    if (!frame.isExtension) this.#references(frame, params, complain);
    if (frame.part !== "request") return;
    const id = keyOf(value["id"]);
    for (const asked of this.open) {
      if (asked.frame.direction === frame.direction && asked.id === id) complain("id is in use");
    }
    this.open.add({ frame, id, params, isCancelled: false });
  }

  #references(frame: GeneratedFrame, params: Fields, complain: (what: string) => number): void {
    const { sessionId } = params;
    const session = String(sessionId);
    if (sessionId !== undefined && !this.#sessions.has(sessionId)) complain("unknown session");
    const turn = [...this.open].find(
      (asked) => asked.frame.method === "session/prompt" && asked.params["sessionId"] === sessionId,
    );
    if (sessionId !== undefined && frame.direction === "a2c" && !turn && !this.#prompted.has(sessionId)) {
      complain("the agent speaks outside of a turn");
    }
    if (frame.method === "session/prompt" && turn) complain("two prompts at once");
    if (frame.method === "session/cancel" && turn) {
      for (const asked of this.open) asked.isCancelled ||= asked.params["sessionId"] === sessionId;
    }
    if (frame.method === "$/cancel_request") {
      const isOpen = [...this.open].some(
        (asked) => asked.id === keyOf(params["requestId"]) && asked.frame.direction === frame.direction,
      );
      if (!isOpen) complain("cancels no open request");
    }
    const update = fieldsOf(params["update"]);
    const tool = `${session} ${update["toolCallId"]}`;
    if (update["sessionUpdate"] === "tool_call") this.#tools.add(tool);
    const isUpdate =
      update["sessionUpdate"] === "tool_call_update" && frame.definition === "SessionNotification";
    if (isUpdate && !this.#tools.has(tool)) complain("unknown tool call");
    const terminal = `${session} ${params["terminalId"]}`;
    if (
      frame.method.startsWith("terminal/") &&
      frame.method !== "terminal/create" &&
      frame.direction === "a2c"
    ) {
      if (!this.#terminals.has(terminal)) complain("unknown terminal");
      if (frame.method === "terminal/release") this.#terminals.delete(terminal);
    }
  }

  #answer(frame: GeneratedFrame, value: Fields, complain: (what: string) => number): void {
    const asked = [...this.open].find(
      (other) => other.id === keyOf(value["id"]) && other.frame.direction !== frame.direction,
    );
    if (asked === undefined) {
      complain("answers nothing");
      return;
    }
    this.open.delete(asked);
    if (!frame.isExtension && asked.frame.method !== frame.method) complain("answers another method");
    if (frame.part === "error") return;
    const result = fieldsOf(value["result"]);
    const session = asked.params["sessionId"];
    if (frame.method === "session/new") this.#sessions.add(result["sessionId"]);
    if (frame.method === "terminal/create") this.#terminals.add(`${session} ${result["terminalId"]}`);
    if (frame.method === "session/prompt") {
      if (result["stopReason"] === undefined) this.#prompted.add(session);
      else if ((result["stopReason"] === "cancelled") !== asked.isCancelled) complain("wrong stop reason");
    }
    const { outcome, optionId } = fieldsOf(result["outcome"]);
    if (outcome !== undefined && asked.isCancelled && outcome !== "cancelled") complain("not cancelled");
    const options = [asked.params["options"]].flat().map((option) => fieldsOf(option)["optionId"]);
    if (outcome === "selected" && !options.includes(optionId)) complain("unknown option");
  }
}

/** Ids are compared by type and value: 1 is not "1". */
function keyOf(id: unknown): string {
  return typeof id === "string" ? JSON.stringify(id) : String(id);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
