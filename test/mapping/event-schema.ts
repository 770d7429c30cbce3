import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { SessionEvent } from "../../src/mapping/mapping.js";
import { LEVELS, type Level } from "../../src/mapping/posture/level.js";
import { root } from "../root.js";

const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function read(name: string): SchemaObject {
  return JSON.parse(readFileSync(join(root, "schema/aep", name), "utf8"));
}

/** ajv with `x-aep-capture`: a field may not be there where the event's capture level lies below. */
export function captureAwareAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addKeyword({
    keyword: "x-aep-capture",
    validate: (level: Level, _value: unknown, _node: unknown, at?: { rootData: unknown }): boolean => {
      const { capture = "metadata" } = Object(at?.rootData);
      return LEVELS.indexOf(capture) >= LEVELS.indexOf(level);
    },
  });
  return ajv;
}

const ajv = captureAwareAjv().addSchema(read("data.schema.json"));
const validate = ajv.compile(read("event.schema.json"));

/** A key as an event id: a ULID that says the same. */
export function ulidOf(key: string): string {
  let [rest, id] = [Number(key), ""];
  for (let place = 0; place < 26; place += 1) {
    id = `${BASE32[rest % 32]}${id}`;
    rest = Math.floor(rest / 32);
  }
  return id;
}

/** The event in an envelope, as an observer would write it. */
export function enveloped(event: SessionEvent): Record<string, unknown> {
  const { type, data, session, run, key, cause, severity, capture, subject } = event;
  const isKey = type === "attention.answered" || type === "attention.resolved";
  return {
    aep: "0.1",
    id: ulidOf(key),
    type,
    time: "2026-01-01T00:00:00.000Z",
    source: `aep://host/agent/acp/session/${encodeURIComponent(session.replace(/\p{Surrogate}/gu, "\ufffd"))}`,
    agent: "acp",
    session,
    seq: Number(key),
    ...(run !== undefined && { run: `e0.${run}` }),
    ...(cause !== undefined && { cause: ulidOf(cause) }),
    ...(subject !== undefined && { subject: isKey ? ulidOf(subject) : subject }),
    severity,
    capture,
    data,
  };
}

/** What schema/aep has against this event in its envelope. */
export function faultsOf(event: SessionEvent): readonly string[] {
  return faultsOfEnvelope(enveloped(event));
}

/** What schema/aep has against an event as it is written. */
export function faultsOfEnvelope(event: Readonly<Record<string, unknown>>): readonly string[] {
  if (validate(event)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${event["type"]}${instancePath} ${message}`,
  );
}
