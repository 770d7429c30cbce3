/** The quick test plays each twentieth mutant of the raw client; the long test plays the others. */
export const EVERY = 20;
