import { Buffer, isUtf8 } from "node:buffer";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Puts replacement characters where a line is not UTF-8.
runBridge({ passage: onLines((line) => (isUtf8(line) ? line : Buffer.from(line.toString("utf8")))) });
