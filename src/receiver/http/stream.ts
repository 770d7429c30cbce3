import { Buffer } from "node:buffer";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { EventStream } from "../delivery/event-stream.js";
import type { Env, Parts } from "./parts.js";
import { readQuery } from "./subscription.js";

/** `GET /stream`: events as server-sent events. */
export function getStream(context: Context<Env>, { access, hub, limits, roster }: Parts): Response {
  const lastEventId = context.req.header("last-event-id");
  // Header values come as Latin-1; an id that somebody wrote in UTF-8 is read as such.
  const id = lastEventId === undefined ? undefined : Buffer.from(lastEventId, "latin1").toString();
  const subscription = readQuery(context.req.query(), id, limits.sessions);
  if (typeof subscription === "string") return context.text(subscription, 400);
  if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });

  const { outgoing } = context.env;
  const stream = new EventStream(outgoing, access.corsHeaders(context.req.header("origin")));
  const subscriber = hub.subscribe(stream, subscription);
  const name = roster.name("stream");
  roster.add(name, {
    facts: () => ({
      kind: "stream",
      sent: subscriber.sent,
      dropped: subscriber.dropped,
      backlog_bytes: stream.backlogBytes(),
    }),
    ping: () => stream.ping(),
    shutDown: () => stream.shutDown(),
  });
  outgoing.on("close", () => {
    hub.unsubscribe(subscriber);
    roster.remove(name);
  });
  return RESPONSE_ALREADY_SENT;
}
