import { Buffer, isUtf8 } from "node:buffer";
import { jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Writes every character beyond ASCII as an escape: another line, the same JSON.
runBridge({
  passage: onLines((line) => (isUtf8(line) && jsonOf(line) !== undefined ? escapeAll(line) : line)),
});

function escapeAll(line: Buffer): Buffer {
  // Without the flag `u`, an astral character matches as its two surrogates, each of which needs its own escape.
  return Buffer.from(line.toString().replace(/[\u0080-\uffff]/g, escapeUnit));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
