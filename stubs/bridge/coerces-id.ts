import { Buffer } from "node:buffer";
import { objectOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Makes a number of a string id that looks like one.
runBridge({
  passage: onLines((line) => {
    const value = objectOf(line);
    const id = value?.["id"];
    if (typeof id !== "string" || !/^-?\d+$/.test(id)) return line;
    return Buffer.from(JSON.stringify({ ...value, id: Number(id) }));
  }),
});
