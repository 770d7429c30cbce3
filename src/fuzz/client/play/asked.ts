import type { Conversation } from "../../../driver/conversation.js";
import type { Frame } from "../../../wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../wire/message.js";
import type { Asking } from "../model/command.js";

/** What a request of the agent is about. */
export interface Subject {
  readonly what: Asking | "barrier";
  /** The text by which the right answer to it is known: that of a file, or of a command's output. */
  readonly mark?: string;
  /** The file that it writes. */
  readonly path?: string;
  /** Where the command that it starts, and that goes on by itself, leaves its process id. */
  readonly pidPath?: string;
  /** The terminal that it is about. */
  readonly terminalId?: string;
}

/** A request of the agent, and the client's response once it is there. */
export interface AskedOfClient extends Subject {
  readonly method: string;
  readonly frame: Frame;
  /** The agent has withdrawn it. */
  isWithdrawn: boolean;
  reply: Frame | undefined;
}

/** The agent's requests on one connection; of two that are open with one id the older one is answered first. */
export class AskedOfClients {
  readonly all: AskedOfClient[] = [];

  get open(): AskedOfClient[] {
    return this.all.filter(({ reply }) => reply === undefined);
  }

  /** Hears the answers on a connection. */
  listenTo({ transcript }: Conversation): void {
    transcript.listen((frame) => {
      const { message } = frame;
      if (frame.direction !== transcript.subject || message.kind !== "response") return;
      const asked = this.open.find(({ frame: { message: sent } }) => {
        return sent.kind === "request" && sent.id.key === message.id.key;
      });
      if (asked !== undefined) asked.reply = frame;
    });
  }

  /** Sends a request without waiting. */
  begin(
    connection: Conversation,
    { method, params, id }: { readonly method: string; readonly params: JsonObject; readonly id: Json },
    subject: Subject,
  ): AskedOfClient {
    const frame = connection.send({ jsonrpc: "2.0", id, method, params });
    const asked: AskedOfClient = { ...subject, method, frame, isWithdrawn: false, reply: undefined };
    this.all.push(asked);
    return asked;
  }
}

/** The result in a response; undefined where it is an error, or none. */
export function resultOf({ reply }: Pick<AskedOfClient, "reply">): JsonObject | undefined {
  const result = reply?.message.kind === "response" ? reply.message.value["result"] : undefined;
  return isJsonObject(result) ? result : undefined;
}

/** Was it answered with a result, null among them? */
export function isGranted({ reply }: Pick<AskedOfClient, "reply">): boolean {
  return reply?.message.kind === "response" && "result" in reply.message.value;
}
