import type { Context } from "hono";
import { VERSIONS } from "../http/discovery.js";
import type { Env, Parts } from "../http/parts.js";
import { readBody } from "./body.js";
import { readDocument, readLines } from "./event-batch.js";

const READERS = new Map([
  ["application/json", readDocument],
  ["application/x-ndjson", readLines],
]);

/**
 * `POST /events`: takes a batch whole or not at all. A batch of which a part was taken could not be sent again without
 * knowing which part.
 */
export async function postEvents(context: Context<Env>, parts: Parts): Promise<Response> {
  const { access, hub, limits } = parts;
  const { incoming } = context.env;
  if (!VERSIONS.includes(context.req.header("aep-version") ?? "")) {
    return context.json({ versions: VERSIONS }, 426, { upgrade: "AEP/0.1" });
  }
  const [mediaType = ""] = (context.req.header("content-type") ?? "").split(";");
  const read = READERS.get(mediaType.trim().toLowerCase());
  const encoding = context.req.header("content-encoding") ?? "identity";
  if (read === undefined || encoding.toLowerCase() !== "identity") return context.body(null, 415);
  const body = await readBody(incoming, limits.bodyBytes).catch(() => "broken" as const);
  // Nobody is left to be answered.
  if (body === "broken") return context.body(null, 400);
  if (body === undefined) {
    const refusal = { error: "payload-too-large", max_bytes: limits.bodyBytes };
    return context.json(refusal, 413, { connection: "close" });
  }
  const batch = read(body, { maxEvents: limits.batchEvents, takesCommands: access.hasToken });
  if ("refusal" in batch) return context.json(batch.refusal.body, batch.refusal.status);
  await hub.ingestBatch(batch.events);
  return context.body(null, 202);
}
