import { type Hazard, line, paramsWith } from "./hazard.js";

/** Objects that lose something when they pass through a map. */
export const objectHazards: readonly Hazard[] = [
  object("duplicate-key", '{"a":1,"a":2}'),
  object("integer-like-keys", '{"b":1,"2":1,"1":1}'),
  object("proto-key", '{"__proto__":{"x":1},"constructor":1}'),
  object("empty-key", '{"":0}'),
  object("escaped-key", '{"\\u0061":1}'),
  object("key-order", '{"z":1,"a":2,"m":3}'),
  object("null-value", '{"present":null}'),
  object("spaces", '{ "a" : [ 1 , 2 ] }'),
  object("tabs", '{\t"a":\t1}'),
  object("empty-containers", '{"a":{},"b":[],"c":[[]]}'),
  object("deep-nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`),
  {
    id: "wire.object.unknown-root-field",
    writes: [line('{"jsonrpc":"2.0","method":"_acp-assay/x","params":{},"extra":{"keep":true}}')],
  },
  {
    id: "wire.object.nested-meta",
    writes: [
      line(
        '{"jsonrpc":"2.0","method":"session/update","params":{"_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},"sessionId":"s1","update":{"_meta":{"a":[null]},"sessionUpdate":"agent_message_chunk","content":{"_meta":{},"type":"text","text":"t"}}}}',
      ),
    ],
  },
  {
    id: "wire.object.unknown-update-kind",
    writes: [
      line(
        '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"_acp-assay_future","payload":[1]}}}',
      ),
    ],
  },
];

function object(name: string, json: string): Hazard {
  return { id: `wire.object.${name}`, writes: [paramsWith(json)] };
}
