import { randomBytes, randomInt } from "node:crypto";
import type { EpochStore } from "./epoch-store.js";

/** Relays sort by epoch · 2^40 + seq in doubles, which is exact below 8192 only. */
const MOST_RANDOM_EPOCH = 4_095;

/** What a process adds to the names of a session's runs so that no other process gives the same. */
export interface SessionEpoch {
  readonly epoch: number;
  /** Stands before the name of a run: `e7.` */
  readonly runPrefix: string;
}

/**
 * Claims the session's next epoch. Where the state directory cannot be written it is a random one, and random bytes make
 * the names of runs unique all the same; only their order is then not promised.
 */
export function claimEpoch(store: EpochStore, session: string): SessionEpoch {
  const epoch = store.claim(session);
  if (epoch !== undefined) return { epoch, runPrefix: `e${epoch}.` };
  const random = randomInt(1, MOST_RANDOM_EPOCH + 1);
  return { epoch: random, runPrefix: `e${random}x${randomBytes(10).toString("hex")}.` };
}
