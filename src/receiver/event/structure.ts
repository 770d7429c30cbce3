import { CAPTURE_LEVELS, type ReceivedEvent, SEVERITIES } from "./event.js";

/** A checked event, or what is wrong with it, in the words of docs/receiver.md. */
export type StructureCheck = { readonly event: ReceivedEvent } | { readonly fault: string };

/** An agent may be newer than its receiver, so any category passes; a vendor's type has two segments behind the vendor. */
const TYPE = /^(?!x\.)[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$|^x\.[a-z0-9_-]+\.[a-z0-9_]+(\.[a-z0-9_]+)+$/;
const COMMAND =
  /^(control\.attention\.respond|control\.cancel|control\.pause|control\.resume|x\.[a-z0-9_-]+\.control\..+)$/;
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const ATTRIBUTE = /^[a-z0-9]{1,20}$/;
const REQUIRED = ["id", "type", "time", "source", "agent"];
const OPTIONAL_TEXTS = ["subject", "run", "step", "cause", "traceparent"];

/** Checks the envelope of an event: what has to be true for it to be kept, ordered and sent on. Total. */
export function checkStructure(value: unknown): StructureCheck {
  const fault = faultOf(value);
  // The checks above are those of the type.
  return fault === undefined ? { event: value as ReceivedEvent } : { fault };
}

/** Whether this is an order to an agent, which has no place in a session's sequence. */
export function isCommand({ type }: { readonly type: string }): boolean {
  return COMMAND.test(type);
}

function faultOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not an object";
  const event: Readonly<Record<string, unknown>> = { ...value };
  if (event["aep"] !== "0.1") return `unsupported aep version: ${shown(event["aep"])}`;
  const missing = REQUIRED.find((name) => !isText(event[name]));
  if (missing !== undefined) return `missing/invalid ${missing}`;
  const type = String(event["type"]);
  if (!TYPE.test(type)) return `bad type syntax: ${shown(type)}`;
  if (!TIME.test(String(event["time"])) || Number.isNaN(Date.parse(String(event["time"]))))
    return "missing/invalid time";
  return scopeFault(type, event) ?? attributeFault(event);
}

function scopeFault(type: string, event: Readonly<Record<string, unknown>>): string | undefined {
  const { session, seq } = event;
  if (type.startsWith("agent.")) {
    const isScoped = ["session", "run", "step", "seq"].some((name) => event[name] !== undefined);
    return isScoped ? "agent-scoped events omit session/seq" : undefined;
  }
  if (isCommand({ type }) || type === "attention.routed") {
    if (!isText(session)) return "command events require session (target)";
    return seq === undefined ? undefined : "command events omit seq";
  }
  if (!isText(session)) return "session required";
  return isCount(seq) ? undefined : "seq required (integer >= 0)";
}

function attributeFault(event: Readonly<Record<string, unknown>>): string | undefined {
  const { severity, capture, epoch, data } = event;
  if (severity !== undefined && !isOneOf(SEVERITIES, severity)) return "bad severity";
  if (capture !== undefined && !isOneOf(CAPTURE_LEVELS, capture)) return "bad capture";
  if (epoch !== undefined && !isCount(epoch)) return "missing/invalid epoch";
  if (data !== undefined && (typeof data !== "object" || data === null || Array.isArray(data)))
    return "missing/invalid data";
  const text = OPTIONAL_TEXTS.find((name) => event[name] !== undefined && !isText(event[name]));
  const extension = Object.entries(event).find(
    ([name, value]) => !ATTRIBUTE.test(name) || (name !== "data" && !isScalar(value)),
  );
  const wrong = text ?? extension?.[0];
  return wrong === undefined ? undefined : `missing/invalid ${wrong.slice(0, 40)}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isInteger(value);
}

function isOneOf(values: readonly string[], value: unknown): boolean {
  return typeof value === "string" && values.includes(value);
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : typeof value === "object" ? "object" : String(value);
  return text.slice(0, 80);
}
