/**
 * A change of the first line that has this text, one of the judged side if there is one, by the check that has to see it; a
 * newline makes two lines. Where one change is not enough, there is another.
 */
export type Planted = readonly [id: string, from: string, to: string, alsoFrom?: string, alsoTo?: string];
