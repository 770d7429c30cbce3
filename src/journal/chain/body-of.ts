import { canonicalMembers } from "../canonical/canonical-text.js";
import { CHAIN_FIELDS, type RowBody } from "./row.js";

type Field = string | number | boolean | null | { readonly [name: string]: Field | undefined };

/** The body of a row that is no frame. */
export function bodyOf(event: string, fields: { readonly [name: string]: Field | undefined }): RowBody {
  const text = [...canonicalMembers(JSON.stringify(fields)).values()].join(",");
  return { event, payload: payloadOf(event, canonicalMembers(`{${text}}`)), fields: text };
}

/** The payload that a row commits to, in canonical form: its members without the chain's own, and its event type. */
export function payloadOf(event: string, members: ReadonlyMap<string, string>): string {
  const kept = [...members].filter(([name]) => !CHAIN_FIELDS.has(name) && name !== "event");
  const text = [...kept, ["event", `"event":${JSON.stringify(event)}`] as const]
    .map(([, member]) => member)
    .join(",");
  return `{${[...canonicalMembers(`{${text}}`).values()].join(",")}}`;
}
