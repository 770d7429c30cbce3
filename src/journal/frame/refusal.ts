/** Why a line is not journaled, as a JSON-RPC error: code, one line of text, and what a program needs to know. */
export interface JournalRefusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly data?: RefusalData;
}

/** Parse error, invalid request, method not found, invalid params (JSON-RPC 2.0, section 5.1). */
export type RefusalCode = -32700 | -32600 | -32601 | -32602;

export interface RefusalData {
  readonly method?: string;
  /** The first violation of the method's schema. */
  readonly path?: string;
  readonly rule?: string;
  readonly definition?: string;
}

const LONGEST_NAME = 100;

/** Builds a refusal. */
export function refuse(code: RefusalCode, message: string, data?: RefusalData): JournalRefusal {
  return data === undefined ? { code, message } : { code, message, data };
}

/** A method's name, short enough for a message. */
export function shortName(method: string): string {
  return method.length <= LONGEST_NAME ? method : `${method.slice(0, LONGEST_NAME)}…`;
}
