import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Json } from "../../wire/message.js";
import { canonicalJson } from "./canonical-json.js";

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export type Sha256 = (text: string) => string;

const HEX_DIGITS = 32;

/** SHA-256 in JavaScript; who runs on Node can pass its own, which is faster. */
export function pureSha256(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** What stands in an event for content: the first 32 hex digits of the SHA-256 of its canonical JSON. */
export function digest(value: Json, hash: Sha256): string {
  return hash(canonicalJson(value)).slice(0, HEX_DIGITS);
}
