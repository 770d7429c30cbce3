import { Buffer } from "node:buffer";
import { chunkWith, type Hazard, raw } from "./hazard.js";

/** Strings that change when they are decoded, normalised or printed again. */
export const stringHazards: readonly Hazard[] = [
  string("escaped-slash", '"a\\/b"'),
  string("escaped-ascii", '"\\u0041"'),
  string("escaped-newline", '"a\\u000ab"'),
  string("escaped-nul", '"a\\u0000b"'),
  string("escaped-astral", '"\\ud83d\\ude00"'),
  string("lone-surrogate", '"\\ud83d"'),
  string("upper-hex-escape", '"\\u00E9"'),
  string("astral", '"😀"'),
  string("line-separators", '"a\u2028b\u2029c\u0085d"'),
  string("controls-c1", '"\u007f\u0080\u009f"'),
  string("normal-forms", '"e\u0301 \u00e9 ﬁ"'),
  string("bidi", '"\u202eabc\u202c\u200b"'),
  string("form-feed", '"a\\f\\u000bb"'),
  {
    id: "wire.string.invalid-utf8",
    writes: [raw(withBytes(Buffer.from([0xff, 0xfe])))],
    isMalformed: true,
  },
  {
    id: "wire.string.overlong",
    writes: [raw(withBytes(Buffer.from([0xc0, 0xaf])))],
    isMalformed: true,
  },
  {
    id: "wire.string.surrogate-bytes",
    writes: [raw(withBytes(Buffer.from([0xed, 0xa0, 0x80])))],
    isMalformed: true,
  },
  {
    id: "wire.string.cut-character",
    writes: [raw(withBytes(Buffer.from([0xf0, 0x9f, 0x98])))],
    isMalformed: true,
  },
  {
    id: "wire.string.legacy-encoding",
    writes: [raw(withBytes(Buffer.from([0xb0, 0xa1, 0xb3, 0xaa])))],
    isMalformed: true,
  },
];

function string(name: string, literal: string): Hazard {
  return { id: `wire.string.${name}`, writes: [chunkWith(literal)] };
}

/** A line whose text holds bytes that are not UTF-8. */
function withBytes(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"_acp-assay/bytes","params":{"text":"'),
    bytes,
    Buffer.from('"}}\n'),
  ]);
}
