import type { RowTime } from "./row.js";
import { sha256 } from "./sha256.js";

/**
 * The second seal. The published chain leaves a row's time and its spelling uncovered, and knows no end. So a file beside
 * the journal holds one line a row: time, elapsed time and event hash, as the row spells them. The event hash covers the
 * payload, and a row has one spelling, so that together they cover every byte. A batch that was written ends with a
 * seal over its lines and all seals before it.
 */
export function sealLine({ ts, elapsedS }: RowTime, eventHash: string): string {
  return `${ts} ${elapsedS} ${eventHash}`;
}

/** What ends a batch: `sealed` after each, `closed` where the writer came to its end. */
export type SealKind = "sealed" | "closed";

/**
 * What a seal is the SHA-256 of: the seal before, the lines of the rows since, and its own kind and count. `lines` end
 * with a line end each.
 */
export function sealedText(seal: string, lines: string, kind: SealKind, count: number): string {
  return `${seal}\n${lines}${kind} ${count}`;
}

/** A line that ends a batch. */
export interface Mark {
  readonly kind: SealKind;
  readonly count: number;
  readonly seal: string;
}

/** Reads a line that ends a batch; undefined when it is another. */
export function readMark(line: string): Mark | undefined {
  const [, kind, count, seal] = /^(sealed|closed) (\d{1,15}) ([0-9a-f]{64})$/.exec(line) ?? [];
  return seal === undefined
    ? undefined
    : { kind: kind === "closed" ? kind : "sealed", count: Number(count), seal };
}

/** The first line of a seal file. */
export interface SealHeader {
  readonly format: "acp-assay-journal-seal";
  readonly formatVersion: 1;
  /** The schema that frames were judged by; `negotiated` follows the protocol version of each connection. */
  readonly schema: string;
}

/** The seal that a header begins with. */
export function firstSeal(header: string): string {
  return sha256(header);
}

/** The place of a journal's seal file. */
export function sealFileOf(journal: string): string {
  return `${journal}.seal`;
}

/** Prints the header of a new seal file. */
export function printSealHeader(schema: string): string {
  const header: SealHeader = { format: "acp-assay-journal-seal", formatVersion: 1, schema };
  return JSON.stringify(header);
}

/** Reads the first line of a seal file; undefined when it is none. */
export function readSealHeader(line: string): SealHeader | undefined {
  try {
    const header: unknown = JSON.parse(line);
    return isSealHeader(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

function isSealHeader(value: unknown): value is SealHeader {
  const fields: Partial<Record<keyof SealHeader, unknown>> = Object(value);
  return (
    fields.format === "acp-assay-journal-seal" &&
    fields.formatVersion === 1 &&
    typeof fields.schema === "string"
  );
}
