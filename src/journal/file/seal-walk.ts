import type { Divergence } from "../chain/divergence.js";
import { firstSeal, type Mark, readMark, readSealHeader, sealedText } from "../chain/seal.js";
import { sha256 } from "../chain/sha256.js";
import type { FileLine } from "./lines.js";

const ROW_LINE = /^[\d.]+ [\d.]+ [0-9a-f]{64}$/;

/** How far a seal file seals. */
export interface Sealed {
  /** Rows that a seal covers. */
  readonly count: number;
  /** The last seal, empty where the file has not even a header, and the file's size up to it. */
  readonly seal: string;
  readonly bytes: number;
  /** The last seal is that of a clean end. */
  readonly isClosed: boolean;
}

/** Walks a seal file beside the rows that it covers. */
export class SealWalk {
  readonly #lines: Generator<FileLine, void, void>;
  /** The schema that the header names. */
  readonly schema: string;
  #sealed: Sealed = { count: 0, seal: "", bytes: 0, isClosed: false };
  /** The line that comes next; undefined at the end. */
  #next: string | undefined;
  #bytes = 0;
  #unsealed: string[] = [];
  #isHeadless = false;

  constructor(lines: Generator<FileLine, void, void>) {
    this.#lines = lines;
    this.#advance();
    const text = this.#next ?? "";
    const header = readSealHeader(text);
    this.schema = header?.schema ?? "";
    if (header === undefined) {
      this.#isHeadless = text !== "";
      return;
    }
    this.#sealed = { ...this.#sealed, seal: firstSeal(text), bytes: this.#bytes };
    this.#advance();
  }

  get sealed(): Sealed {
    return this.#sealed;
  }

  /** The lines of the rows that no seal covers. */
  get unsealed(): readonly string[] {
    return this.#unsealed;
  }

  /** Takes the line of one row; a divergence when it says something else. */
  row(expected: string, step: number): Divergence | undefined {
    const broken = this.#marks(step);
    if (broken !== undefined) return broken;
    if (this.#next !== undefined && this.#next !== expected) return sealBroken(step, this.#next, expected);
    this.#unsealed.push(expected);
    if (this.#next !== undefined) this.#advance();
    return undefined;
  }

  /** There are no more rows than `count`. */
  end(count: number): Divergence | undefined {
    const broken = this.#marks(count);
    if (broken !== undefined) return broken;
    for (; this.#next !== undefined; this.#advance()) {
      const mark = this.#mark();
      // Without --sync, a power cut may keep the line of a row and lose the row; neither was acknowledged.
      if (mark === undefined && ROW_LINE.test(this.#next)) continue;
      if (mark === undefined) return sealBroken(count, this.#next, "a line of a seal file");
      const expected = `${mark.count} rows`;
      return { step: count, reason: `step ${count}: row is missing`, expected, actual: `${count} rows` };
    }
    return undefined;
  }

  stop(): void {
    this.#lines.return();
  }

  /** Checks the seals that stand before the next row. */
  #marks(step: number): Divergence | undefined {
    if (this.#isHeadless) return sealBroken(step, this.#next ?? "", "the header of a seal file");
    for (let mark = this.#mark(); mark !== undefined; mark = this.#mark()) {
      const { kind, seal } = mark;
      const count = this.#sealed.count + this.#unsealed.length;
      const lines = this.#unsealed.map((line) => `${line}\n`).join("");
      const expected = sha256(sealedText(this.#sealed.seal, lines, kind, count));
      if (seal !== expected || mark.count !== count) return sealBroken(Math.max(0, step - 1), seal, expected);
      this.#sealed = { count, seal, bytes: this.#bytes, isClosed: kind === "closed" };
      this.#unsealed = [];
      this.#advance();
    }
    return undefined;
  }

  #mark(): Mark | undefined {
    // Rows begin with a time, so that most lines need no closer look.
    const first = this.#next?.charAt(0);
    return this.#next !== undefined && (first === "s" || first === "c") ? readMark(this.#next) : undefined;
  }

  #advance(): void {
    const { value } = this.#lines.next();
    this.#next = value === undefined || value.isTorn ? undefined : value.text;
    this.#bytes += this.#next === undefined ? 0 : this.#next.length + 1;
  }
}

function sealBroken(step: number, actual: string, expected: string): Divergence {
  return { step, reason: `step ${step}: the second seal says otherwise`, expected, actual };
}
