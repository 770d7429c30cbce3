import type { HttpBindings } from "@hono/node-server";
import type { FrameFeed } from "../frame-feed.js";
import type { Hub } from "../hub.js";
import type { Limits } from "../limits.js";
import type { Roster } from "../roster.js";
import type { OpenTraffic } from "../tap-traffic.js";
import type { Access } from "./access.js";

/** What the endpoints work with. */
export interface Parts {
  readonly hub: Hub;
  readonly access: Access;
  readonly roster: Roster;
  readonly frames: FrameFeed;
  readonly limits: Limits;
  readonly openTraffic: OpenTraffic;
  /** Tells the user something, in one line. */
  readonly warn: (words: string) => void;
  /** Set when the receiver has begun to stop. */
  readonly stopping: AbortSignal;
}

/** The requests of Node are at hand: streams are written to them directly. */
export interface Env {
  // hono asks for this name.
  readonly Bindings: HttpBindings;
}
