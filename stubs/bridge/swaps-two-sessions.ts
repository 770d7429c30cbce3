import { Buffer } from "node:buffer";
import { type Line, LineSplitter } from "../../src/wire/line-splitter.js";
import { isJsonObject } from "../../src/wire/message.js";
import { objectOf, wholeLine } from "./lines.js";
import { runBridge } from "./relay.js";

// Files two updates that follow each other in one chunk under each other's session.
runBridge({
  passage: async function* swapSessions(chunks) {
    const splitter = new LineSplitter();
    for await (const chunk of chunks) {
      const lines = splitter.push(chunk);
      for (const [place, line] of lines.entries()) {
        const other = sessionOf(lines[place - 1]) ?? sessionOf(lines[place + 1]);
        yield wholeLine(other === undefined ? line : { ...line, bytes: filedUnder(line.bytes, other) });
      }
    }
    const tail = splitter.end();
    if (tail !== undefined) yield tail.bytes;
  },
});

function sessionOf(line: Line | undefined): string | undefined {
  const value = line && objectOf(line.bytes);
  const params = value?.["method"] === "session/update" ? value["params"] : undefined;
  const sessionId = isJsonObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

function filedUnder(line: Buffer, sessionId: string): Buffer {
  const value = objectOf(line);
  const params = value?.["params"];
  if (value?.["method"] !== "session/update" || !isJsonObject(params)) return line;
  if (params["sessionId"] === sessionId) return line;
  return Buffer.from(JSON.stringify({ ...value, params: { ...params, sessionId } }));
}
