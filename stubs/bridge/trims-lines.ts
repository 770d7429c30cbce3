import { editBytes, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Removes white space at both ends of a line.
runBridge({
  passage: onLines((line) => editBytes(line, (text) => text.replace(/^[ \t\r]+|[ \t\r]+$/g, ""))),
});
