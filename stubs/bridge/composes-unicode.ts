import { Buffer, isUtf8 } from "node:buffer";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Normalises text: a letter with a combining accent becomes one character.
runBridge({
  passage: onLines((line) => (isUtf8(line) ? Buffer.from(line.toString().normalize("NFC")) : line)),
});
