import { byCodePoint } from "./code-point-order.js";

const INITIAL_SIZE = 256;

/** Up to this many members, insertion is quicker than a sort. */
const FEW = 16;

/**
 * The members and items of every container that is open, innermost last, as spans of the source. What the source spells
 * canonically is never copied: a container that needs no change is one span of its parent.
 */
export class MemberList {
  #source = "";
  #length = 0;
  #starts = new Int32Array(INITIAL_SIZE);
  #keyEnds = new Int32Array(INITIAL_SIZE);
  #ends = new Int32Array(INITIAL_SIZE);
  /** The canonical form of a member or item where it is not its span. */
  readonly #changed: (string | undefined)[] = [];
  /** A key where it is not the text between its quotes. */
  readonly #keys: (string | undefined)[] = [];

  reset(source: string): void {
    this.#source = source;
    this.#length = 0;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a member or, with `keyEnd` 0, an item. Spans of a member begin at its key's quote. */
  add(
    start: number,
    keyEnd: number,
    end: number,
    changed: string | undefined,
    key: string | undefined,
  ): void {
    const at = this.#length;
    if (at === this.#starts.length) this.#grow();
    this.#starts[at] = start;
    this.#keyEnds[at] = keyEnd;
    this.#ends[at] = end;
    this.#changed[at] = changed;
    this.#keys[at] = key;
    this.#length = at + 1;
  }

  /** The order of the keys of two members: negative, zero or positive. */
  compare(left: number, right: number): number {
    const leftStart = (this.#starts[left] ?? 0) + 1;
    const rightStart = (this.#starts[right] ?? 0) + 1;
    if (this.#keys[left] === undefined && this.#keys[right] === undefined) {
      const first = this.#source.charCodeAt(leftStart) - this.#source.charCodeAt(rightStart);
      // ASCII alone, where one unit is one code point; a key's own quote is no letter of it.
      if (
        first !== 0 &&
        leftStart + 1 < (this.#keyEnds[left] ?? 0) &&
        rightStart + 1 < (this.#keyEnds[right] ?? 0)
      ) {
        return first;
      }
    }
    return byCodePoint(this.keyOf(left), this.keyOf(right));
  }

  keyOf(at: number): string {
    return this.#keys[at] ?? this.#source.slice((this.#starts[at] ?? 0) + 1, (this.#keyEnds[at] ?? 0) - 1);
  }

  /** A member or item in canonical form. */
  textOf(at: number): string {
    return this.#changed[at] ?? this.#source.slice(this.#starts[at], this.#ends[at]);
  }

  /** The places from `first` on in canonical order; of equal keys the last. */
  ordered(first: number): readonly number[] {
    if (this.#length - first > FEW) return this.#sorted(first);
    const places: number[] = [];
    for (let place = first; place < this.#length; place += 1) {
      let at = places.length;
      let order = -1;
      while (at > 0) {
        order = this.compare(places[at - 1] ?? 0, place);
        if (order <= 0) break;
        places[at] = places[at - 1] ?? 0;
        at -= 1;
      }
      // An equal key stands before `at`: what moved goes back, and the later member takes its place.
      if (at > 0 && order === 0) {
        places.splice(at, 1);
        places[at - 1] = place;
      } else places[at] = place;
    }
    return places;
  }

  #sorted(first: number): readonly number[] {
    const places = Array.from({ length: this.#length - first }, (_, at) => first + at);
    places.sort((left, right) => this.compare(left, right) || left - right);
    return places.filter((place, at) => {
      const next = places[at + 1];
      return next === undefined || this.compare(place, next) !== 0;
    });
  }

  /** Forgets everything from `first` on. */
  cut(first: number): void {
    this.#length = first;
  }

  #grow(): void {
    const size = this.#starts.length * 2;
    this.#starts = grown(this.#starts, size);
    this.#keyEnds = grown(this.#keyEnds, size);
    this.#ends = grown(this.#ends, size);
  }
}

function grown(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}
