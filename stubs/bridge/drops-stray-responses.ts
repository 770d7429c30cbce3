import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Drops responses to requests that it never saw.
const asked = { c2a: new Set<string>(), a2c: new Set<string>() };

runBridge({
  passage: onLines((line, { direction }) => {
    const message = readMessage(line);
    if (message.kind === "request") asked[direction].add(message.id.key);
    const isStray =
      message.kind === "response" && !asked[direction === "c2a" ? "a2c" : "c2a"].has(message.id.key);
    return isStray ? undefined : line;
  }),
});
