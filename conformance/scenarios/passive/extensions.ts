import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Protocol } from "../../../src/protocol/protocol.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../src/wire/message.js";
import { answersIn, callsIn, requestsIn, resultsOf } from "../steps/messages.js";
import { fromSubject, onEach } from "../steps/passive.js";
import { member, shortly } from "../steps/reply.js";
import { updatesIn } from "../steps/turn.js";

/** What a subject adds to the protocol, and how (docs/protocol/v1/extensibility.mdx). */
export const extensionChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.ext.meta-type", metas, ({ meta, frame }) =>
    meta === null || isJsonObject(meta)
      ? undefined
      : { expected: "_meta as an object or null", actual: shortly(meta), frames: [frame] },
  ),
  onEach("acp.v1.ext.trace-keys-reserved", traceparents, ({ traceparent, frame }) =>
    typeof traceparent === "string" && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/.test(traceparent)
      ? undefined
      : {
          expected: "traceparent as W3C trace context has it",
          actual: shortly(traceparent),
          frames: [frame],
        },
  ),
  onEach("acp.v1.ext.advertise", customRequests, ({ method, frame, isAdvertised }) =>
    isAdvertised
      ? undefined
      : {
          expected: "custom requests announced in the _meta of a capability",
          actual: method,
          frames: [frame],
        },
  ),
  {
    id: "acp.v1.ext.no-custom-root-fields",
    // A field that this schema does not know may be one of a later schema, so it is named and not scored.
    judge(transcript, protocol) {
      const unknown = unknownFields(transcript, protocol);
      if (fromSubject(transcript).length === 0) return undefined;
      return unknown.length === 0
        ? { kind: "holds" }
        : { kind: "recorded", message: `fields that the schema does not know: ${unknown.join(", ")}` };
    },
  },
];

/** How an agent names the kinds of its updates (docs/protocol/v1/overview.mdx, "Communication Model"). */
export const namingChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.jsonrpc.naming-conventions", updatesIn, ({ kind, frame }) =>
    /^[a-z0-9_]*$/.test(kind)
      ? undefined
      : { expected: "sessionUpdate in snake_case", actual: shortly(kind), frames: [frame] },
  ),
];

/** Every _meta below params and result, but not inside raw values or custom messages, which hold anything. */
function metas(transcript: Transcript): { meta: Json; frame: Frame }[] {
  return fromSubject(transcript).flatMap((frame) => {
    const { message } = frame;
    if (message.kind === "malformed" || ("method" in message && message.method.startsWith("_"))) return [];
    const roots = [message.value["params"], message.value["result"]];
    return roots.flatMap((root) => metasIn(root)).map((meta) => ({ meta, frame }));
  });
}

function metasIn(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value.flatMap(metasIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "_meta") return [inner];
    return OPAQUE.has(key) ? [] : metasIn(inner);
  });
}

const OPAQUE: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "data"]);

function traceparents(transcript: Transcript): { traceparent: Json; frame: Frame }[] {
  return metas(transcript).flatMap(({ meta, frame }) => {
    const traceparent = member(meta, "traceparent");
    return traceparent === undefined ? [] : [{ traceparent, frame }];
  });
}

function customRequests(transcript: Transcript): { method: string; frame: Frame; isAdvertised: boolean }[] {
  const isAdvertised = capabilitiesOf(transcript).some((capabilities) => metasIn(capabilities).length > 0);
  return requestsIn(transcript)
    .filter(({ method }) => method.startsWith("_"))
    .map(({ method, frame }) => ({ method, frame, isAdvertised }));
}

/** What the subject announced: an agent in the result of initialize, a client in the params. */
function capabilitiesOf(transcript: Transcript): (Json | undefined)[] {
  const asClient = callsIn(transcript).filter(({ method }) => method === "initialize");
  return [
    ...resultsOf(transcript, "initialize").map(({ result }) => result["agentCapabilities"]),
    ...asClient.map(({ params }) => member(params, "clientCapabilities")),
  ];
}

function unknownFields(transcript: Transcript, protocol: Protocol): string[] {
  const { subject } = transcript;
  const inCalls = callsIn(transcript).flatMap(({ method, params, id }) =>
    protocol.unknownFields(id === undefined ? "notification" : "request", method, subject, params),
  );
  const inResults = answersIn(transcript).flatMap(({ method, request, value }) =>
    value["result"] === undefined
      ? []
      : protocol.unknownFields("result", method, request.direction, value["result"]),
  );
  return [...new Set([...inCalls, ...inResults].map(({ path }) => path))];
}
