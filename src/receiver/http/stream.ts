import { Buffer } from "node:buffer";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { EventStream } from "../delivery/event-stream.js";
import type { Roster } from "../roster.js";
import type { Access } from "./access.js";
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

  const stream = openStream(context, access);
  const subscriber = hub.subscribe(stream, subscription);
  const leave = join(roster, stream, () => ({ sent: subscriber.sent, dropped: subscriber.dropped }));
  context.env.outgoing.on("close", () => {
    hub.unsubscribe(subscriber);
    leave();
  });
  return RESPONSE_ALREADY_SENT;
}

/** `GET /frames`: what passes through tees, without what it says. Who reads too slowly misses some. */
export function getFrames(context: Context<Env>, { access, frames, limits, roster }: Parts): Response {
  if (context.req.method === "HEAD") return context.body(null, 200, { "content-type": "text/event-stream" });
  const stream = openStream(context, access);
  let [sent, dropped] = [0, 0];
  const leave = join(roster, stream, () => ({ sent, dropped }));
  const quiet = frames.listen((frame) => {
    if (stream.backlogBytes() > limits.dropAtBytes) dropped += 1;
    else {
      sent += 1;
      stream.message("frame", frame);
    }
  });
  context.env.outgoing.on("close", () => {
    quiet();
    leave();
  });
  return RESPONSE_ALREADY_SENT;
}

function openStream(context: Context<Env>, access: Access): EventStream {
  return new EventStream(context.env.outgoing, access.corsHeaders(context.req.header("origin")));
}

function join(roster: Roster, stream: EventStream, counts: () => Record<string, number>): () => void {
  const name = roster.name("stream");
  roster.add(name, {
    facts: () => ({ kind: "stream", ...counts(), backlog_bytes: stream.backlogBytes() }),
    ping: () => stream.ping(),
    shutDown: () => stream.shutDown(),
  });
  return () => roster.remove(name);
}
