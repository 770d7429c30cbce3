import { Buffer } from "node:buffer";
import { type ExactJson, memberOf } from "../../../src/wire/exact-json.js";
import { exactJsonText } from "../../../src/wire/exact-json-text.js";
import { isBlank, linesOf } from "../lines.js";
import type { Passage } from "../pump.js";
import { readFrame, sorted, valueAt } from "./frame.js";

/** A bridge that writes valid messages anew and refuses all others with an error to whoever sent them. */
export function validator(isValid: (frame: ExactJson) => boolean = isMessage): Passage {
  return async function* validate(chunks, hop) {
    for await (const { bytes } of linesOf(chunks)) {
      if (isBlank(bytes)) continue;
      const frame = readFrame(bytes);
      if (frame !== undefined && isValid(frame)) yield Buffer.from(`${exactJsonText(sorted(frame))}\n`);
      else hop.answer(Buffer.from(refusal(frame)));
    }
  };
}

/** JSON-RPC 2.0, sections 4 and 5; params that are present and no object or array are none. */
export function isMessage(frame: ExactJson): boolean {
  const has = (key: string): boolean => memberOf(frame, key) !== undefined;
  if (frame.type !== "object" || !has("jsonrpc")) return false;
  const id = memberOf(frame, "id");
  const isId = id === undefined || isRequestId(id);
  const params = memberOf(frame, "params");
  if (memberOf(frame, "method")?.type === "string")
    return isId && (params === undefined || params.type === "object" || params.type === "array");
  return id !== undefined && isId && has("result") !== has("error");
}

function isRequestId(id: ExactJson): boolean {
  if (id.type === "number") return /^-?\d+$/.test(id.raw);
  return id.type === "string" || (id.type === "literal" && id.value === null);
}

function refusal(frame: ExactJson | undefined): string {
  const id = frame && valueAt(frame, ["id"]);
  const code = frame === undefined ? -32700 : -32600;
  const shown = id !== undefined && isRequestId(id) ? exactJsonText(id) : "null";
  return `{"jsonrpc":"2.0","id":${shown},"error":{"code":${code},"message":"Refused by the bridge"}}\n`;
}
