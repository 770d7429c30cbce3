import { Buffer } from "node:buffer";
import { onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Copies objects member by member into a plain one, where the key `__proto__` sets no member.
runBridge({
  passage: onLines((line) => {
    const text = line.toString("utf8");
    return text.includes('"__proto__"') ? Buffer.from(text.replace(/"__proto__":\{[^}]*\},?/, "")) : line;
  }),
});
