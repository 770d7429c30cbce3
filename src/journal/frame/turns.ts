import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import type { OpenRequest } from "./open-requests.js";

/** Whether a frame ends a prompt turn, and why the turn stopped: `error` when its prompt was answered with one. */
export interface TurnEnd {
  readonly isTerminal: boolean;
  /** Empty where no reason was given. */
  readonly stopReason: string;
}

export const NO_END: TurnEnd = { isTerminal: false, stopReason: "" };

/**
 * Sees prompt turns end. In v1 a turn ends with the response to its `session/prompt`, and only that: a stop reason in
 * another result, an error for another request (initialize too) or a stray response ends nothing. In v2 the response
 * only says that the prompt was accepted, and the turn ends with the session's next idle state.
 */
export class Turns {
  readonly #running = new Set<string>();

  /** A request or notification of either side. */
  sees(method: string, params: Json | undefined): TurnEnd {
    const sessionId = isJsonObject(params) ? params["sessionId"] : undefined;
    if (!isJsonObject(params) || typeof sessionId !== "string") return NO_END;
    if (method === "session/prompt") this.#running.add(sessionId);
    if (method !== "session/update") return NO_END;
    const update = params["update"];
    if (!isJsonObject(update) || update["sessionUpdate"] !== "state_update") return NO_END;
    if (update["state"] !== "idle") {
      this.#running.add(sessionId);
      return NO_END;
    }
    // An idle state that is only repeated carries the last stop reason and ends nothing anew.
    if (!this.#running.delete(sessionId)) return NO_END;
    return { isTerminal: true, stopReason: textOf(update["stopReason"]) };
  }

  /** The response to `request`. */
  answered(request: OpenRequest | undefined, response: JsonObject): TurnEnd {
    if (request?.method !== "session/prompt" || request.direction !== "c2a") return NO_END;
    if ("error" in response) return { isTerminal: true, stopReason: "error" };
    const result = response["result"];
    const stopReason = textOf(isJsonObject(result) ? result["stopReason"] : undefined);
    return stopReason === "" ? NO_END : { isTerminal: true, stopReason };
  }

  clear(): void {
    this.#running.clear();
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
