/**
 * A bridge of this folder: `node dist/stubs/bridge/NAME.js AGENT ARGS…`. A mutant has one defect; a control has none,
 * however odd it looks; the rest are no bridges at all.
 */
export interface BridgeStub {
  readonly name: string;
  readonly kind: "control" | "mutant" | "not a bridge";
  /** What it does, in one sentence; for a mutant, what it does wrong. */
  readonly defect: string;
  /** Does it pass a line on only when the line has ended? Then half a frame waits for the other half. */
  readonly isByLine: boolean;
  /** The field case that shows this fault in the wild. */
  readonly fieldCase?: number;
}

/** A mutant that passes chunks on as they come. */
export function mutant(name: string, defect: string, fieldCase?: number): BridgeStub {
  return entry(name, "mutant", defect, false, fieldCase);
}

/** A mutant that works line by line. */
export function lineMutant(name: string, defect: string, fieldCase?: number): BridgeStub {
  return entry(name, "mutant", defect, true, fieldCase);
}

/** A bridge that must pass, or a program that is none. */
export function other(name: string, kind: "control" | "not a bridge", defect: string): BridgeStub {
  return entry(name, kind, defect, false);
}

function entry(
  name: string,
  kind: BridgeStub["kind"],
  defect: string,
  isByLine: boolean,
  fieldCase?: number,
): BridgeStub {
  return { name, kind, defect, isByLine, ...(fieldCase === undefined ? {} : { fieldCase }) };
}
