import { existsSync } from "node:fs";
import type { Divergence } from "../chain/divergence.js";
import { type ChainState, EMPTY } from "../chain/recorder.js";
import { type Broken, RowChecker } from "../chain/row-checker.js";
import { sealFileOf } from "../chain/seal.js";
import { linesOf } from "./lines.js";
import { SealWalk } from "./seal-walk.js";

/** A journal as it stands on disk, every hash computed anew. */
export interface WalkedJournal {
  /** The rows that are as they were written. */
  readonly state: ChainState;
  /** Their size in bytes. */
  readonly bytes: number;
  /** Bytes of a last line without its end. */
  readonly tornBytes: number;
  /** Some rows are of a kind that has a second seal, and there is none. */
  readonly lacksSeal: boolean;
  /** The seal file; undefined where there is none. */
  readonly seal: SealWalk | undefined;
  readonly divergence: Divergence | undefined;
}

/** Walks a journal and its seal file side by side, a chunk at a time. */
export class JournalWalk {
  readonly #file: string;
  readonly #rows = new RowChecker();
  readonly #seal: SealWalk | undefined;
  #good: ChainState = EMPTY;
  #bytes = 0;
  #tornBytes = 0;
  #needsSeal = false;

  constructor(file: string) {
    this.#file = file;
    const sealFile = sealFileOf(file);
    this.#seal = existsSync(sealFile) ? new SealWalk(linesOf(sealFile)) : undefined;
  }

  run(): WalkedJournal {
    try {
      const divergence = this.#walk() ?? this.#seal?.end(this.#rows.count);
      return {
        state: this.#good,
        bytes: this.#bytes,
        tornBytes: this.#tornBytes,
        lacksSeal: this.#needsSeal && (this.#seal?.sealed.seal ?? "") === "",
        seal: this.#seal,
        divergence,
      };
    } finally {
      this.#seal?.stop();
    }
  }

  #walk(): Divergence | undefined {
    for (const { text, isTorn } of linesOf(this.#file)) {
      if (isTorn) {
        this.#tornBytes = text.length;
        return undefined;
      }
      const step = this.#rows.count;
      const checked = this.#rows.check(text);
      if ("fault" in checked) return toDivergence(step, checked);
      const divergence = this.#seal?.row(checked.sealLine, step);
      if (divergence !== undefined) return divergence;
      this.#bytes += text.length + 1;
      const frames = this.#good.frames + (checked.isFrame ? 1 : 0);
      this.#good = { count: step + 1, frames, head: checked.eventHash };
      if (checked.isOwn) this.#needsSeal = true;
    }
    return undefined;
  }
}

function toDivergence(step: number, { fault, expected, actual }: Broken): Divergence {
  return { step, reason: `step ${step}: ${fault}`, expected, actual };
}
