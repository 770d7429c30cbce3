import { isUtf8 } from "node:buffer";
import { editBytes, jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Reads integers as doubles: one above 2^53 comes out as its nearest neighbour. The rest of the line stays.
const LONG_INTEGER = /(?<=[[:,]\s*)-?\d{16,}(?=\s*[,\]}])/g;

runBridge({
  passage: onLines((line) => {
    if (!isUtf8(line) || jsonOf(line) === undefined) return line;
    return editBytes(line, (text) => text.replace(LONG_INTEGER, (digits) => JSON.stringify(Number(digits))));
  }),
});
