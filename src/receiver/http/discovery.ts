import { CAPTURE_LEVELS } from "../event/event.js";
import type { Limits } from "../limits.js";

/** The versions of the event protocol that the receiver speaks. */
export const VERSIONS: readonly string[] = ["0.1"];

/** What the receiver is and can do, for programs that look for it. */
export function discovery({ bufferEvents }: Limits): object {
  return {
    aep: VERSIONS,
    role: "collector",
    endpoints: { events: "/events", stream: "/stream", socket: "/socket" },
    capabilities: {
      filters: ["attr-match"],
      replay: { buffer: bufferEvents, all: true },
      capture: CAPTURE_LEVELS,
      control: { accepts: [] },
      roster: {},
      experimental: {},
    },
  };
}
