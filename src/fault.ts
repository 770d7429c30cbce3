/** What went wrong on our own side; a subject's misbehaviour is never one of these. */
export type FaultCode =
  /** Wrong command line, file or configuration: the user can mend it. Exit 2. */
  | "usage"
  /** The harness broke. Exit 3. */
  | "harness"
  /** The subject could not be tested at all. Exit 4. */
  | "untestable";

/** The one error class: thrown only for faults of ours or of our input, never for a violation. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
