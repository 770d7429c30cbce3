import { readMessage } from "../../src/wire/message.js";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Takes a request whose id was used before in the same direction for a repetition and drops it.
const seen = { c2a: new Set<string>(), a2c: new Set<string>() };

runBridge({
  passage: onLines((line, hop) => {
    const message = readMessage(line);
    if (message.kind !== "request") return line;
    const ids = seen[hop.direction];
    if (ids.has(message.id.key)) return undefined;
    ids.add(message.id.key);
    return line;
  }),
});
