/** Placeholder until the generated tables land. */
export interface Protocol {
  readonly id: string;
}
