import type { Buffer } from "node:buffer";
import { EventEmitter, once } from "node:events";
import { readMessage } from "../../src/wire/message.js";
import { linesOf, onLines, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// One client request at a time: until it is answered, nothing of the client's goes on, no cancel and no permission.
const answers = new EventEmitter();
const watchAnswers = onLines((line) => {
  if (readMessage(line).kind === "response") answers.emit("answer");
  return line;
});

runBridge({
  passage: (chunks, hop) => (hop.direction === "c2a" ? oneByOne(chunks) : watchAnswers(chunks, hop)),
});

async function* oneByOne(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const line of linesOf(chunks)) {
    const answer = once(answers, "answer");
    yield wholeLine(line);
    if (readMessage(line.bytes).kind === "request") await answer;
  }
}
