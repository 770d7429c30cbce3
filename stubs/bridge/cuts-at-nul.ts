import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Handles lines as C strings: what follows a NUL byte is lost.
runBridge({
  passage: onLines((line) => {
    const end = line.indexOf(0);
    return end === -1 ? line : line.subarray(0, end);
  }),
});
