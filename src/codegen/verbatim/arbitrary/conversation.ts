import type { Direction, FrameSource, GeneratedFrame } from "./frame-source.js";
import { IdLinks, type Linked } from "./id-links.js";
import type { IdRoles } from "./id-roles.js";
import { type Json, replaceAt, spell, valueAt } from "./json.js";
import { samplesOf } from "./samples.js";
import { endsTurn, settle } from "./turn.js";

/** A value of a source. */
export interface Drawn {
  readonly source: FrameSource;
  readonly value: Json;
}

/** What one side means to say and how the other is to answer; it is said if the state of things allows it. */
export interface Intention {
  readonly said: Drawn;
  readonly result: Drawn | undefined;
  /** The answer is this error instead. */
  readonly error: Drawn | undefined;
  /** How many other things are said before the answer. */
  readonly patience: number;
  /** Chooses what it refers to. */
  readonly pick: number;
}

interface Exchange {
  readonly intention: Intention;
  readonly linked: Linked;
  readonly id: Json;
  left: number;
  isCancelled: boolean;
}

/** The order of things, which no schema tells (docs/protocol/v1: "Prompt Turn", "Session Setup", "Terminals"). */
const PROMPT = "session/prompt";
const CANCEL = "session/cancel";
const ENDS_WHAT_IT_NAMES = /\/(close|delete|release)$/;

/**
 * A conversation that could be: the agent speaks of a session during a prompt turn, a cancelled turn ends as such,
 * every request is answered once, and every identifier was made before it is used.
 */
export class Conversation {
  readonly #frames: GeneratedFrame[] = [];
  readonly #links: IdLinks;
  readonly #usedIds = new Set<string>();
  /** Sessions in which turns go on after their prompts were answered. */
  readonly #prompted = new Set<string>();
  #open: Exchange[] = [];

  constructor(roles: IdRoles) {
    this.#links = new IdLinks(roles);
  }

  /** Says it, if a peer could; then answers what has waited long enough. Tells whether it was said. */
  say(intention: Intention): boolean {
    const { source, value } = intention.said;
    const scope = { session: "", made: [], requests: this.#requestsFor(source), pick: intention.pick };
    const linked = this.#links.link(source, value, scope);
    if (linked === undefined || !this.#isInOrder(source, linked)) return false;
    this.#links.remember(linked);
    if (ENDS_WHAT_IT_NAMES.test(source.method)) this.#links.forget(source, linked);
    if (source.method === CANCEL) this.#cancel(linked.session);
    if (source.part === "request") this.#ask(intention, linked);
    else this.#frames.push(source.frame(linked.value));
    for (const exchange of this.#open) exchange.left -= 1;
    for (const exchange of this.#open.filter(({ left }) => left < 0)) this.#answer(exchange);
    return true;
  }

  /** Answers all that still waits, and returns the frames in their order. */
  finish(): readonly GeneratedFrame[] {
    for (const exchange of this.#open.toReversed()) this.#answer(exchange);
    return this.#frames;
  }

  #isInOrder(source: FrameSource, { session }: Linked): boolean {
    if (session === "") return true;
    const ofSession = this.#open.filter(({ linked }) => linked.session === session);
    const isInTurn = ofSession.some(({ intention }) => intention.said.source.method === PROMPT);
    if (source.method === PROMPT) return !isInTurn;
    if (source.direction === "c2a" && ENDS_WHAT_IT_NAMES.test(source.method)) return ofSession.length === 0;
    const needsTurn = source.direction === "a2c" || source.method === CANCEL;
    return !needsTurn || isInTurn || this.#prompted.has(session);
  }

  /** The requests that a frame may be about: a notification is about its sender's (`$/cancel_request`), a request about the other side's. */
  #requestsFor({ part, direction }: FrameSource): readonly Json[] {
    const isAboutOwn = part === "notification";
    return this.#open
      .filter(({ intention }) => (intention.said.source.direction === direction) === isAboutOwn)
      .map(({ id }) => id);
  }

  /** A turn is its prompt and what the agent asks meanwhile. */
  #cancel(session: string): void {
    for (const exchange of this.#open) {
      if (isOfTurn(exchange.intention) && exchange.linked.session === session) exchange.isCancelled = true;
    }
  }

  #ask(intention: Intention, linked: Linked): void {
    const { source } = intention.said;
    const id = this.#unusedId(source.direction, valueAt(linked.value, ["id"]) ?? null);
    const isCancelled =
      isOfTurn(intention) &&
      this.#open.some((other) => other.isCancelled && other.linked.session === linked.session);
    this.#frames.push(source.frame(replaceAt(linked.value, ["id"], id)));
    this.#open.push({ intention, linked, id, left: intention.patience, isCancelled });
  }

  #answer(exchange: Exchange): void {
    if (!this.#open.includes(exchange)) return;
    // Whoever asks back while it is at work has its answer before it gives its own.
    for (const other of this.#open.filter((open) => isAskedBack(open, exchange))) this.#answer(other);
    this.#open = this.#open.filter((other) => other !== exchange);
    const { source, value } = this.#answerTo(exchange);
    this.#frames.push(source.frame(replaceAt(value, ["id"], exchange.id)));
  }

  #answerTo({ intention, linked: asked, isCancelled }: Exchange): Drawn {
    const { said, result, error, pick } = intention;
    if (result === undefined) throw new Error(`Cannot answer ${said.source.method}: no result was drawn`);
    const scope = { session: asked.session, made: asked.made, requests: [], pick };
    const link = ({ source, value }: Drawn): Linked | undefined => this.#links.link(source, value, scope);
    const failed = error === undefined || isCancelled ? undefined : link(error);
    if (error !== undefined && failed !== undefined) return { source: error.source, value: failed.value };
    const { source } = result;
    const linked =
      link({ source, value: settle(source, result.value, isCancelled) }) ?? firstThatLinks(source, link);
    this.#links.remember(linked);
    if (said.source.method === PROMPT && !endsTurn(source)) this.#prompted.add(asked.session);
    return { source, value: linked.value };
  }

  #unusedId(direction: Direction, drawn: Json): Json {
    const key = (id: Json): string => `${direction} ${spell(id)}`;
    let id = drawn ?? 0;
    for (let next = 0; this.#usedIds.has(key(id)); next += 1) id = next;
    this.#usedIds.add(key(id));
    return id;
  }
}

function isOfTurn({ said: { source } }: Intention): boolean {
  return source.method === PROMPT || source.direction === "a2c";
}

function isAskedBack(open: Exchange, exchange: Exchange): boolean {
  const { direction } = exchange.intention.said.source;
  const isFromOtherSide = open.intention.said.source.direction !== direction;
  return direction === "c2a" && isFromOtherSide && open.linked.session === exchange.linked.session;
}

/** The smallest answer that refers to nothing unknown. */
function firstThatLinks(source: FrameSource, link: (drawn: Drawn) => Linked | undefined): Linked {
  for (const { value } of samplesOf(source.form)) {
    const linked = link({ source, value });
    if (linked !== undefined) return linked;
  }
  throw new Error(`Cannot answer ${source.method}: every result refers to something that there is not`);
}
