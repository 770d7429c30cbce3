import type { Direction } from "../../wire/direction.js";
import type { JudgedFrame } from "../frame/line-judge.js";
import { GENESIS, linkOf } from "./chain.js";
import { frameBody, printRow, type RowBody, type RowTime } from "./row.js";
import { sealLine } from "./seal.js";
import { sha256 } from "./sha256.js";

/** Where a chain stands: enough to go on from there. */
export interface ChainState {
  readonly count: number;
  /** Frames among the rows. */
  readonly frames: number;
  readonly head: string;
}

/** The state of a chain without rows. */
export const EMPTY: ChainState = { count: 0, frames: 0, head: GENESIS };

/** One row that was added, and its line in the seal file. */
export interface RecordedRow {
  readonly row: string;
  readonly sealLine: string;
}

/** Adds rows to a chain; knows no file. */
export class Recorder {
  #state: { count: number; frames: number; head: string };

  constructor(state: ChainState = EMPTY) {
    this.#state = { ...state };
  }

  get state(): ChainState {
    return { ...this.#state };
  }

  /** Adds an accepted frame. */
  frame(frame: JudgedFrame, direction: Direction, time: RowTime): RecordedRow {
    const body = frameBody(frame, direction, this.#state.frames, sha256(frame.canonical));
    this.#state.frames += 1;
    return this.add(body, time);
  }

  /** Adds a row of any other kind. */
  add(body: RowBody, time: RowTime): RecordedRow {
    const link = linkOf(body.event, body.payload, this.#state.count, this.#state.head);
    this.#state.count += 1;
    this.#state.head = link.eventHash;
    return { row: printRow(time, body, link), sealLine: sealLine(time, link.eventHash) };
  }

  /** Goes back to a state in which this chain once was. */
  rewind(state: ChainState): void {
    this.#state = { ...state };
  }
}
