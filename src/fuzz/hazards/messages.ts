import { type Hazard, line } from "./hazard.js";

/** JSON that is no message, noise, and messages that a typed reader would not pass on. */
export const messageHazards: readonly Hazard[] = [
  broken("noise-line", "Using cached credentials"),
  {
    id: "wire.malformed.noise-many",
    writes: Array.from({ length: 12 }, () => line("loading")),
    isMalformed: true,
  },
  broken("escape-prefix", '\u001b]0;title\u0007{"jsonrpc":"2.0","method":"_acp-assay/osc"}'),
  broken("half-json", '{"jsonrpc":"2.0","method":'),
  broken("two-values", '{"jsonrpc":"2.0","method":"_acp-assay/a"}{"jsonrpc":"2.0","method":"_acp-assay/b"}'),
  broken("scalar", "42"),
  broken("null", "null"),
  broken("empty-object", "{}"),
  broken("empty-batch", "[]"),
  broken(
    "batch",
    '[{"jsonrpc":"2.0","id":1,"method":"_acp-assay/a"},{"jsonrpc":"2.0","method":"_acp-assay/b"}]',
  ),
  message("unknown-request", '{"jsonrpc":"2.0","id":1,"method":"_acp-assay/unknown","params":{}}'),
  message("unknown-notification", '{"jsonrpc":"2.0","method":"_acp-assay/unknown"}'),
  message("dollar-notification", '{"jsonrpc":"2.0","method":"$/acp-assay_unknown","params":{}}'),
  message("unprefixed-method", '{"jsonrpc":"2.0","id":2,"method":"future/method","params":{}}'),
  message("null-params", '{"jsonrpc":"2.0","id":3,"method":"_acp-assay/none","params":null}'),
  message("positional-params", '{"jsonrpc":"2.0","id":4,"method":"_acp-assay/list","params":[1,2]}'),
  message("no-version", '{"id":5,"method":"_acp-assay/none"}'),
  message(
    "other-version",
    '{"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocolVersion":65535,"clientCapabilities":{}}}',
  ),
  message("null-id", '{"jsonrpc":"2.0","id":null,"method":"_acp-assay/ask"}'),
  message("string-number-id", '{"jsonrpc":"2.0","id":"1","method":"_acp-assay/ask"}'),
  message("empty-string-id", '{"jsonrpc":"2.0","id":"","method":"_acp-assay/ask"}'),
  message("boolean-id", '{"jsonrpc":"2.0","id":true,"method":"_acp-assay/ask"}'),
  message("stray-response", '{"jsonrpc":"2.0","id":987654,"result":{}}'),
  message("null-result", '{"jsonrpc":"2.0","id":987655,"result":null}'),
  message(
    "result-and-error",
    '{"jsonrpc":"2.0","id":6,"result":{},"error":{"code":-32603,"message":"both"}}',
  ),
  message(
    "error-data",
    '{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"m","data":{"a":[1,{"b":null}]},"more":1}}',
  ),
  message("cancel-request", '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"1"}}'),
  {
    id: "wire.message.id-reused",
    writes: [
      line('{"jsonrpc":"2.0","id":8,"method":"_acp-assay/ask"}'),
      line('{"jsonrpc":"2.0","id":8,"result":1}'),
      line('{"jsonrpc":"2.0","id":8,"method":"_acp-assay/ask"}'),
    ],
  },
];

function message(name: string, text: string): Hazard {
  return { id: `wire.message.${name}`, writes: [line(text)] };
}

function broken(name: string, text: string): Hazard {
  return { id: `wire.malformed.${name}`, writes: [line(text)], isMalformed: true };
}
