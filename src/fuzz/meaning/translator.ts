import { Buffer } from "node:buffer";
import type { Interpreter } from "../../driver/sandwich/interpreter.js";
import type { Direction } from "../../wire/direction.js";
import { type ExactJson, memberOf } from "../../wire/exact-json.js";
import { exactJsonText } from "../../wire/exact-json-text.js";
import { LineSplitter } from "../../wire/line-splitter.js";
import type { Difference } from "../oracle/compare.js";
import type { Profile } from "../profile.js";
import { Ledger } from "./ledger.js";
import { type Name, namesIn, replaceNames, textOf } from "./names.js";
import { meantBy, readExact } from "./told.js";

/**
 * Lets a scenario be played through a bridge that renames: a scenario says each id as the side says it that made it up,
 * and each side says it as it has heard it. Keeps the books of what was said and what arrived.
 */
export class Translator implements Interpreter {
  readonly #ledger: Ledger;
  readonly #heard: Record<Direction, LineSplitter> = { c2a: new LineSplitter(), a2c: new LineSplitter() };

  constructor(profile: Pick<Profile, "malformed" | "rewrites">) {
    this.#ledger = new Ledger(profile);
  }

  isEarly(direction: Direction, bytes: Buffer): boolean {
    const lines = new LineSplitter().push(bytes);
    return lines.some((line) => {
      const frame = mayNameARequest(line.bytes) ? readExact(line.bytes) : undefined;
      if (frame === undefined) return false;
      if (this.#isTaken(direction, frame)) return true;
      const meant = meantBy(direction, frame, this.#ledger.requests);
      return meant.some(({ isVoid }) => !isVoid) && meant.every(({ asked }) => asked === undefined);
    });
  }

  say(direction: Direction, bytes: Buffer): Buffer {
    // A case is played in whole lines: what a write leaves open stays open, and a bridge may end it.
    const splitter = new LineSplitter();
    const lines = splitter.push(bytes);
    const tail = splitter.end();
    const said = [...lines, ...(tail === undefined ? [] : [tail])].map((line) => {
      const translated = this.#translated(direction, line.bytes);
      this.#ledger.say(direction, translated);
      return Buffer.concat([translated, Buffer.from(line.eol)]);
    });
    return Buffer.concat(said);
  }

  hear(direction: Direction, chunk: Buffer): void {
    for (const line of this.#heard[direction].push(chunk)) this.#ledger.arrive(direction, line.bytes);
  }

  /** The first difference in meaning, when the run is over. */
  end(): Difference | undefined {
    for (const direction of ["c2a", "a2c"] as const) {
      const heard = this.#heard[direction].end();
      if (heard !== undefined) this.#ledger.arrive(direction, heard.bytes);
    }
    return this.#ledger.end();
  }

  /** A request whose id another one has, the answer of which is on its way. */
  #isTaken(direction: Direction, frame: ExactJson): boolean {
    const id = memberOf(frame, "id");
    if (id === undefined || memberOf(frame, "method") === undefined) return false;
    const open = this.#ledger.requests.fromAsker(direction, id);
    return open.length > 0 && open.every(({ isAnswered }) => isAnswered);
  }

  #translated(direction: Direction, line: Buffer): Buffer {
    const exact = readExact(line);
    const changes = exact === undefined ? [] : this.#changes(direction, exact);
    if (exact === undefined || changes.length === 0) return line;
    return Buffer.from(exactJsonText(replaceNames(exact, changes)));
  }

  /** The names in a frame that its side knows under another one. */
  #changes(direction: Direction, frame: ExactJson): Pick<Name, "path" | "value">[] {
    return namesIn(frame).flatMap(({ kind, path, value }): Pick<Name, "path" | "value">[] => {
      const known = this.#known(direction, kind, value, frame);
      return known === undefined ? [] : [{ path, value: known }];
    });
  }

  #known(
    direction: Direction,
    kind: Name["kind"],
    value: ExactJson,
    frame: ExactJson,
  ): ExactJson | undefined {
    const { requests, sessions } = this.#ledger;
    if (kind === "id" && memberOf(frame, "method") === undefined) {
      return meantBy(direction, frame, requests).find(({ asked }) => asked !== undefined)?.asked;
    }
    if (kind === "theirs") return requests.fromAsker("c2a", value).find(({ asked }) => asked)?.asked;
    const session = kind === "session" && direction === "c2a" ? textOf(value) : undefined;
    if (session === undefined) return undefined;
    const known = sessions.ofClient(session);
    return known === session ? undefined : { type: "string", value: known, raw: JSON.stringify(known) };
  }
}

/** Only what has an id can be early, and a large update is not read twice for that. */
function mayNameARequest(bytes: Buffer): boolean {
  return bytes.includes('"id"') || bytes.includes("\\u");
}
