/** Each control plays one in so many conversations, and its neighbours the others: an hour of campaigns would show no more. */
const SHARES = 5;

/** The conversations that the control at this place of the list plays. */
export function shareOf(place: number): { readonly index: number; readonly count: number } {
  return { index: place % SHARES, count: SHARES };
}
