import type { Buffer } from "node:buffer";
import type { Context } from "hono";
import { checkStructure } from "../event/structure.js";
import type { Env, Parts } from "../http/parts.js";
import { openIgnoredTraffic, type TapTraffic } from "../tap-traffic.js";
import { TapConnection } from "./tap-connection.js";

/** `POST /tap`: the chunks that a tee sees, for as long as it runs (src/wire/tap-record.ts). */
export async function postTap(context: Context<Env>, parts: Parts): Promise<Response> {
  const { roster } = parts;
  const { incoming } = context.env;
  const name = roster.name("tap");
  const tap = new TapConnection((micros) => openGuarded(name, Date.now() - micros / 1000, parts));
  roster.add(name, {
    facts: () => ({ kind: "tap", ...countsOf(tap) }),
    ping: () => undefined,
    shutDown: () => incoming.destroy(),
  });
  let malformed: string | undefined;
  let isWhole = false;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      // A stream without an encoding gives buffers.
      malformed = tap.push(chunk as Buffer);
      if (malformed !== undefined) break;
    }
    isWhole = malformed === undefined;
  } catch {
    // The tee is gone, perhaps by kill -9: what it had sent is all there is.
    return context.body(null, 400);
  } finally {
    tap.end(isWhole);
    roster.remove(name);
  }
  if (malformed === undefined) return context.json(countsOf(tap), 202);
  return context.json({ error: "invalid-tap", detail: malformed }, 400, { connection: "close" });
}

function countsOf({ lines, bytes, droppedBytes }: TapConnection): Record<string, number> {
  return { lines, bytes: Number(bytes), dropped_bytes: Number(droppedBytes) };
}

/** The traffic of a tee, which stops for good when whoever takes it throws: the receiver has others to serve. */
function openGuarded(id: string, startedAtMs: number, parts: Parts): TapTraffic {
  const publish = (event: object): string | undefined => {
    const checked = checkStructure(event);
    if ("fault" in checked) return checked.fault;
    parts.hub.ingest([{ event: checked.event, json: JSON.stringify(event) }]);
    return undefined;
  };
  let traffic: TapTraffic | undefined;
  const guarded = (act: (own: TapTraffic) => void): void => {
    if (traffic === undefined) return;
    try {
      act(traffic);
    } catch (error) {
      traffic = undefined;
      parts.warn(`Cannot observe ${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  traffic = openIgnoredTraffic({ id, startedAtMs, publish });
  guarded(() => {
    traffic = parts.openTraffic({ id, startedAtMs, publish });
  });
  return {
    line: (direction, line, micros) => {
      guarded((own) => own.line(direction, line, micros));
      parts.frames.tell(id, direction, line, startedAtMs + micros / 1000);
    },
    dropped: (direction, bytes) => guarded((own) => own.dropped(direction, bytes)),
    ended: () => guarded((own) => own.ended()),
  };
}
