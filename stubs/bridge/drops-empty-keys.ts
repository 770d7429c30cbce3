import { editBytes, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops members whose key is empty.
runBridge({
  passage: onLines((line) => editBytes(line, (text) => text.replace(/(?<=[{,])"":[^,}]*,?/g, ""))),
});
