import { runBridge } from "./relay.js";

// Closes the agent's input when the client has said nothing for a while.
const PATIENCE_MS = 400;

runBridge({
  passage: async function* impatient(chunks, hop) {
    const iterator = chunks[Symbol.asyncIterator]();
    if (hop.direction === "a2c") {
      yield* chunks;
      return;
    }
    for (let isFirst = true; ; isFirst = false) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<undefined>((resolve) => {
        if (!isFirst) timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
      });
      const next = await Promise.race([iterator.next(), silence]);
      clearTimeout(timer);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  },
});
