import { runBridge } from "./relay.js";

// Takes the first chunk after a silence for the answer to a ping of its own, and keeps it.
const SILENCE_MS = 300;

runBridge({
  passage: async function* forgetful(chunks) {
    // The very first one may come as late as it likes.
    let last = Number.POSITIVE_INFINITY;
    for await (const chunk of chunks) {
      const silentMs = performance.now() - last;
      last = performance.now();
      if (silentMs < SILENCE_MS) yield chunk;
    }
  },
});
