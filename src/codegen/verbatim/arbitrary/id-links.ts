import type { FrameSource } from "./frame-source.js";
import type { IdRoles } from "./id-roles.js";
import { type IdSlot, idSlotsOf } from "./id-slot.js";
import { type Json, replaceAt, spell, valueAt } from "./json.js";

/** The identifier that all others but a few belong to: they mean something in its session only. */
const SESSION = "SessionId";
const REQUEST = "RequestId";
const EVERYWHERE = "";

/** An identifier that a frame made, and where. */
interface Made {
  readonly slot: IdSlot;
  readonly text: string;
}

/** A frame's value in which every identifier is new or refers to one that was made before. */
export interface Linked {
  readonly value: Json;
  readonly session: string;
  readonly made: readonly Made[];
}

/** What the frame to link belongs to. */
export interface LinkScope {
  readonly session: string;
  /** Made by the request that the frame answers. */
  readonly made: readonly Made[];
  /** Ids of requests that wait for an answer and that the frame may be about. */
  readonly requests: readonly Json[];
  /** Chooses among identifiers. */
  readonly pick: number;
}

/** The identifiers that a conversation has made, by session. */
export class IdLinks {
  readonly #roles: IdRoles;
  readonly #known = new Map<string, string[]>();

  constructor(roles: IdRoles) {
    this.#roles = roles;
  }

  /** Joins a drawn value to the conversation; undefined where it would refer to something that there is not. */
  link(source: FrameSource, drawn: Json, scope: LinkScope): Linked | undefined {
    const found = idSlotsOf(source.form, drawn).filter(({ path }) => path.length > 1);
    const made: Made[] = [];
    let { session } = scope;
    let value = drawn;
    for (const slot of [...found].sort(
      (left, right) => this.#rank(source, left) - this.#rank(source, right),
    )) {
      const id = this.#choose(source, slot, drawn, { ...scope, session }, made);
      if (id === undefined) return undefined;
      if (slot.id === SESSION && typeof id === "string") session = id;
      value = replaceAt(value, slot.path, id);
    }
    return { value, session, made };
  }

  /** Makes the identifiers of a linked frame known. */
  remember({ session, made }: Linked): void {
    for (const { slot, text } of made)
      this.#list(slot.id === SESSION ? EVERYWHERE : session, slot.id).push(text);
  }

  /** What a linked frame names most closely is no more: the last identifier of its body. */
  forget(source: FrameSource, { value, session }: Linked): void {
    const last = idSlotsOf(source.form, value).findLast(({ path }) => path.length === 2);
    if (last === undefined) return;
    const list = this.#list(last.id === SESSION ? EVERYWHERE : session, last.id);
    const place = list.indexOf(String(valueAt(value, last.path)));
    if (place >= 0) list.splice(place, 1);
  }

  /** Sessions first, because the others are looked up in one; then what is made, because the frame may refer to it. */
  #rank(source: FrameSource, slot: IdSlot): number {
    if (slot.id === SESSION) return 0;
    return this.#roles.roleOf(source, slot) === "new" ? 1 : 2;
  }

  #choose(source: FrameSource, slot: IdSlot, drawn: Json, scope: LinkScope, made: Made[]): Json | undefined {
    if (slot.id === REQUEST) return scope.requests[scope.pick % scope.requests.length];
    const role = this.#roles.roleOf(source, slot);
    const known = this.#candidates(source, slot, scope, made);
    if (role === "known" || (role === "any" && known.length > 0 && scope.pick % 2 === 1)) {
      return known[scope.pick % known.length];
    }
    const taken = [...known, ...made.filter((other) => other.slot.id === slot.id).map(({ text }) => text)];
    const text = unused(valueAt(drawn, slot.path), taken);
    made.push({ slot, text });
    return text;
  }

  /** Those of the same object, else of the frame, else of the request that it answers, else of the session. */
  #candidates(source: FrameSource, slot: IdSlot, scope: LinkScope, made: readonly Made[]): readonly string[] {
    const own = made.filter((other) => other.slot.id === slot.id);
    const nearest = Math.max(0, ...own.map((other) => sharedLength(other.slot, slot)));
    const near = own.filter((other) => sharedLength(other.slot, slot) === nearest);
    const asked = scope.made.filter((other) => other.slot.id === slot.id);
    const [closest = []] = [near, asked].filter((list) => list.length > 0);
    const isOffered = source.part === "result" && this.#roles.isOffered(source, slot);
    if (closest.length > 0 || isOffered) return closest.map(({ text }) => text);
    const ofSession = scope.session === EVERYWHERE ? [] : this.#list(scope.session, slot.id);
    return [...ofSession, ...this.#list(EVERYWHERE, slot.id)];
  }

  #list(session: string, id: string): string[] {
    const key = spell([session, id]);
    const list = this.#known.get(key) ?? [];
    this.#known.set(key, list);
    return list;
  }
}

function sharedLength(left: IdSlot, right: IdSlot): number {
  const differs = left.path.findIndex((step, index) => step !== right.path[index]);
  return differs < 0 ? left.path.length : differs;
}

/** The drawn text, longer where it is taken already: an identifier that is empty or made twice names nothing. */
function unused(drawn: Json | undefined, taken: readonly string[]): string {
  let text = typeof drawn === "string" && drawn !== "" ? drawn : "id";
  for (let count = 2; taken.includes(text); count += 1) text = `${text}-${count}`;
  return text;
}
