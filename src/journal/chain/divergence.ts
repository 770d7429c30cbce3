/** Where a journal first differs from what was written. */
export interface Divergence {
  /** The row's place, from 0. */
  readonly step: number;
  readonly reason: string;
  readonly expected: string;
  readonly actual: string;
}
