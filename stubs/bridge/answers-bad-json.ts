import { Buffer } from "node:buffer";
import { isBlank, jsonOf, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Answers a line that is not JSON itself, with a parse error, instead of passing it on.
const PARSE_ERROR = Buffer.from(
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n',
);

runBridge({
  passage: onLines((line, hop) => {
    if (isBlank(line) || jsonOf(line) !== undefined) return line;
    hop.answer(PARSE_ERROR);
    return undefined;
  }),
});
