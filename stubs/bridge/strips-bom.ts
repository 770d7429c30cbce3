import { Buffer } from "node:buffer";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Removes a byte order mark from the beginning of a line.
const MARK = Buffer.from("\ufeff");

runBridge({
  passage: onLines((line) =>
    line.subarray(0, MARK.length).equals(MARK) ? line.subarray(MARK.length) : line,
  ),
});
