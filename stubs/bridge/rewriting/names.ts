import { type Direction, opposite } from "../../../src/wire/direction.js";
import type { ExactJson } from "../../../src/wire/exact-json.js";
import { exactJsonText } from "../../../src/wire/exact-json-text.js";
import { number, string, textAt, valueAt, withValue } from "./frame.js";

/** Where a rewriting bridge can go wrong; each does one thing that only a message's meaning tells. */
export interface Slips {
  /** The id that a request gets on the other side; `count` goes up with each request of a direction. */
  readonly idOf?: (count: number, own: ExactJson) => ExactJson;
  /** The request that a response answers, of those that are open under its side's names, the oldest first. */
  readonly answered?: (open: ReadonlyMap<string, ExactJson>, id: string) => string | undefined;
  readonly keepsCancelledId?: boolean;
  readonly keepsElicitationId?: boolean;
  readonly sessionOf?: (agentId: string, count: number) => string;
  readonly keepsSessionInUpdates?: boolean;
}

/** The names of one connection: request ids for each direction, and sessions. */
export class Names {
  readonly #slips: Slips;
  readonly #counts: Record<Direction, number> = { c2a: 0, a2c: 0 };
  /** By the id on the far side, as text: the id of whoever asked. */
  readonly #open: Record<Direction, Map<string, ExactJson>> = { c2a: new Map(), a2c: new Map() };
  readonly #toClient = new Map<string, string>();
  readonly #toAgent = new Map<string, string>();

  constructor(slips: Slips) {
    this.#slips = slips;
  }

  /** The frame as the other side knows it; undefined for a response that answers nothing. */
  renamed(direction: Direction, frame: ExactJson): ExactJson | undefined {
    const method = textAt(frame, ["method"]);
    const id = valueAt(frame, ["id"]);
    const named = this.#withSessions(direction, frame, method);
    if (method === undefined) return id === undefined ? named : this.#response(direction, named, id);
    const refers = this.#withRequestId(direction, named, method);
    return id === undefined ? refers : withValue(refers, ["id"], this.#ask(direction, id));
  }

  #ask(direction: Direction, own: ExactJson): ExactJson {
    this.#counts[direction] += 1;
    const count = this.#counts[direction];
    const far =
      this.#slips.idOf?.(count, own) ?? (direction === "c2a" ? number(count) : string(`b-${count}`));
    this.#open[direction].set(exactJsonText(far), own);
    return far;
  }

  #response(direction: Direction, frame: ExactJson, id: ExactJson): ExactJson | undefined {
    const open = this.#open[opposite(direction)];
    const given = exactJsonText(id);
    const key = this.#slips.answered?.(open, given) ?? given;
    const own = open.get(key);
    open.delete(key);
    return own && withValue(frame, ["id"], own);
  }

  /** The id of a request inside params: what is cancelled is the sender's own, an elicitation's is the client's. */
  #withRequestId(direction: Direction, frame: ExactJson, method: string): ExactJson {
    const place = ["params", "requestId"];
    const said = valueAt(frame, place);
    if (said === undefined) return frame;
    if (method === "$/cancel_request" && this.#slips.keepsCancelledId !== true) {
      const text = exactJsonText(said);
      const far = [...this.#open[direction]].find(([, own]) => exactJsonText(own) === text)?.[0];
      return far === undefined ? frame : withValue(frame, place, idOf(far));
    }
    if (method === "elicitation/create" && this.#slips.keepsElicitationId !== true) {
      return withValue(frame, place, this.#open.c2a.get(exactJsonText(said)) ?? said);
    }
    return frame;
  }

  #withSessions(direction: Direction, frame: ExactJson, method: string | undefined): ExactJson {
    const given = textAt(frame, ["result", "sessionId"]);
    if (given !== undefined && direction === "a2c")
      return withValue(frame, ["result", "sessionId"], string(this.#give(given)));
    const listed = valueAt(frame, ["result", "sessions"]);
    if (listed?.type === "array" && direction === "a2c")
      return withValue(frame, ["result", "sessions"], this.#listed(listed.items));
    const said = textAt(frame, ["params", "sessionId"]);
    if (said === undefined || (method === "session/update" && this.#slips.keepsSessionInUpdates === true))
      return frame;
    const known = (direction === "c2a" ? this.#toAgent : this.#toClient).get(said);
    return withValue(frame, ["params", "sessionId"], string(known ?? said));
  }

  /** Sessions that the client knows bear its names, others their own. */
  #listed(sessions: readonly ExactJson[]): ExactJson {
    const items = sessions.map((session) => {
      const known = this.#toClient.get(textAt(session, ["sessionId"]) ?? "");
      return known === undefined ? session : withValue(session, ["sessionId"], string(known));
    });
    return { type: "array", items };
  }

  #give(agentId: string): string {
    const count = this.#toClient.size + 1;
    const clientId = this.#slips.sessionOf?.(agentId, count) ?? `bridge/${count}/${agentId}`;
    this.#toClient.set(agentId, clientId);
    this.#toAgent.set(clientId, agentId);
    return clientId;
  }
}

/** The id whose text this is. */
function idOf(text: string): ExactJson {
  return text.startsWith('"') ? string(JSON.parse(text)) : { type: "number", raw: text };
}
