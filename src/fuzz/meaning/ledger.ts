import type { Buffer } from "node:buffer";
import { type Direction, opposite } from "../../wire/direction.js";
import { type ExactJson, memberOf } from "../../wire/exact-json.js";
import type { Difference } from "../oracle/compare.js";
import { exactDifference } from "../oracle/exact-difference.js";
import { excerpt } from "../oracle/excerpt.js";
import type { Profile } from "../profile.js";
import { type Expectation, NameJudge } from "./name-judge.js";
import { type Name, namesIn, placeOf, replaceNames } from "./names.js";
import { OpenRequests } from "./open-requests.js";
import { SessionNames } from "./session-names.js";
import { isDue, readExact, type Told, tell } from "./told.js";

/**
 * Keeps the books of one connection through a bridge: every line that either side says must arrive at the other with the
 * same meaning, in the order of its direction. What the profile lets a bridge rename is followed, everything else is
 * compared exactly. The first difference counts; behind it the books may be wrong.
 */
export class Ledger {
  readonly requests: OpenRequests = new OpenRequests();
  readonly sessions: SessionNames = new SessionNames();
  readonly #profile: Pick<Profile, "malformed">;
  readonly #names: NameJudge;
  readonly #waiting: Record<Direction, Told[]> = { c2a: [], a2c: [] };
  /** Void lines that others have overtaken: they may still come. */
  readonly #skipped: Record<Direction, Told[]> = { c2a: [], a2c: [] };
  readonly #counts: Record<Direction, number> = { c2a: 0, a2c: 0 };
  /** How many void lines of each direction may still be refused with an error. */
  readonly #refusable: Record<Direction, number> = { c2a: 0, a2c: 0 };
  #difference: Difference | undefined;

  constructor(profile: Pick<Profile, "malformed" | "rewrites">) {
    this.#profile = profile;
    this.#names = new NameJudge(profile.rewrites ?? [], this.requests, this.sessions);
  }

  /** One side says a line. */
  say(direction: Direction, bytes: Buffer): void {
    if (isBlank(bytes)) return;
    this.#counts[direction] += 1;
    const line = { number: this.#counts[direction], bytes };
    const told = tell(direction, line, this.requests, this.#profile.malformed);
    if (told.isVoid) this.#refusable[direction] += 1;
    this.#waiting[direction].push(told);
  }

  /** A line arrives at the other side. */
  arrive(direction: Direction, bytes: Buffer): void {
    if (isBlank(bytes) || this.#difference !== undefined) return;
    const heard = { bytes, exact: readExact(bytes) };
    const due = this.#waiting[direction].findIndex(isDue);
    const told = this.#waiting[direction][due];
    const different = told && this.#different(direction, told, heard);
    if (told !== undefined && different === undefined) {
      this.#settle(direction, told, heard.exact);
      this.#skipped[direction].push(...this.#waiting[direction].splice(0, due + 1).slice(0, -1));
      return;
    }
    if (this.#isVoid(direction, heard) || this.#isRefusal(direction, heard.exact)) return;
    this.#difference = {
      direction,
      place: told === undefined ? "a line that nobody said" : `line ${told.number}${different?.place ?? ""}`,
      expected: different?.expected ?? "nothing",
      actual: different?.actual ?? excerpt(bytes, 0),
    };
  }

  /** The first difference when everything has had its time to arrive. */
  end(): Difference | undefined {
    for (const direction of ["c2a", "a2c"] as const) {
      const lost = this.#waiting[direction].find(isDue);
      if (lost === undefined) continue;
      this.#difference ??= {
        direction,
        place: `line ${lost.number}`,
        expected: excerpt(lost.bytes, 0),
        actual: "no such line",
      };
    }
    return this.#difference;
  }

  /** Is it one of the lines that mean nothing, which may come or not? */
  #isVoid(direction: Direction, heard: Heard): boolean {
    const due = this.#waiting[direction].findIndex(isDue);
    const open = due === -1 ? this.#waiting[direction] : this.#waiting[direction].slice(0, due);
    const candidates = [...this.#skipped[direction], ...open];
    const found = candidates.find((told) => this.#different(direction, told, heard) === undefined);
    if (found === undefined) return false;
    this.#settle(direction, found, heard.exact);
    for (const list of [this.#skipped[direction], this.#waiting[direction]]) {
      const place = list.indexOf(found);
      if (place !== -1) list.splice(place, 1);
    }
    return true;
  }

  /** Is it an error by which the bridge itself refuses a line that means nothing? */
  #isRefusal(direction: Direction, heard: ExactJson | undefined): boolean {
    const way = opposite(direction);
    const isError = heard !== undefined && memberOf(heard, "error") !== undefined;
    if (!isError || memberOf(heard, "method") !== undefined || this.#refusable[way] === 0) return false;
    this.#refusable[way] -= 1;
    return true;
  }

  /** In what a line that arrived differs from one that was said; undefined where they mean the same. */
  #different(direction: Direction, told: Told, heard: Heard): Omit<Difference, "direction"> | undefined {
    if (told.exact === undefined || heard.exact === undefined) {
      if (told.bytes.equals(heard.bytes)) return undefined;
      return { place: "", expected: excerpt(told.bytes, 0), actual: excerpt(heard.bytes, 0) };
    }
    const [wanted, found] = this.#renamed(direction, told, told.exact, heard.exact);
    const difference = exactDifference(wanted, found);
    if (difference === undefined) return undefined;
    const { path, ...values } = difference;
    return { ...values, place: path === "" ? "" : ` at ${path}` };
  }

  /** Both frames with the names made equal that may differ. */
  #renamed(direction: Direction, told: Told, said: ExactJson, heard: ExactJson): [ExactJson, ExactJson] {
    const found = new Map(namesIn(heard).map((name) => [placeOf(name), name.value]));
    const wanted: Pick<Name, "path" | "value">[] = [];
    for (const name of told.names) {
      const value = found.get(placeOf(name));
      const expected: Expectation =
        value === undefined ? name.value : this.#names.expected(direction, told, name, value);
      wanted.push({ path: name.path, value: expected === "any" ? (value ?? name.value) : expected });
    }
    return [replaceNames(said, wanted), heard];
  }

  /** A line has arrived: from here on the names in it are known. */
  #settle(direction: Direction, { asks, answers, names, isVoid }: Told, heard: ExactJson | undefined): void {
    const id = heard && memberOf(heard, "id");
    if (asks !== undefined && id !== undefined) this.requests.deliver(asks, id);
    if (answers !== undefined) this.requests.close(answers);
    if (heard === undefined || isVoid || direction === "c2a") return;
    const found = new Map(namesIn(heard).map((name) => [placeOf(name), name.value]));
    for (const name of names) {
      const other = found.get(placeOf(name));
      if (name.kind !== "session" || name.value.type !== "string" || other?.type !== "string") continue;
      this.sessions.bind(name.value.value, other.value);
    }
  }
}

interface Heard {
  readonly bytes: Buffer;
  readonly exact: ExactJson | undefined;
}

function isBlank(bytes: Buffer): boolean {
  return /^[ \t\r]*$/.test(bytes.toString("latin1"));
}
