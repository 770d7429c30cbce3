import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Emitted, type Load, type LoadOptions, ROUND_MS } from "./load.js";

const GRAVE = new Set(["notice", "warning", "error", "critical"]);
const SEVERITIES = ["debug", "debug", "info", "info", "info", "notice", "warning", "error"];
const agent = new Agent({ keepAlive: true });

/** Events that are ready, by `POST /events`. */
export const posts: Load = {
  counts: () => true,
  isGrave: (json) => /"severity":"(notice|warning|error|critical)"/.test(json),
  emitAll,
};

/** One emitter: a batch every round until the time is over. */
async function emitAll(emitter: number, options: LoadOptions): Promise<readonly Emitted[]> {
  const { emitters, rate, isOver, elapsed, port } = options;
  const own: Emitted[] = [];
  const session = `bench-${emitter}`;
  await delay((ROUND_MS / emitters) * emitter);
  while (!isOver()) {
    const due = Math.floor((elapsed() * rate) / emitters) - own.length;
    const lines: string[] = [];
    for (let index = 0; index < due; index += 1) {
      const seq = own.length;
      const severity = SEVERITIES[seq % SEVERITIES.length] ?? "info";
      own.push({ isGrave: GRAVE.has(severity) });
      lines.push(JSON.stringify(eventOf(session, seq, `${session}-${seq}`, severity)));
    }
    if (lines.length > 0) await postSurely(port, lines.join("\n"));
    await delay(ROUND_MS);
  }
  return own;
}

function eventOf(session: string, seq: number, id: string, severity: string): object {
  const data = { tool: { name: "Read src/main.ts", call_id: id }, kind: "read", args_digest: "0".repeat(32) };
  const source = `aep://bench/agent/acp/session/${session}`;
  const type = "tool.requested";
  return {
    aep: "0.1",
    id,
    type,
    time: new Date().toISOString(),
    source,
    agent: "acp",
    session,
    seq,
    severity,
    data,
  };
}

/** Sends a batch again where its connection broke: what was taken already is passed over. */
async function postSurely(port: number, body: string): Promise<void> {
  await post(port, body).catch(async () => await post(port, body));
}

async function post(port: number, body: string): Promise<void> {
  const headers = { "aep-version": "0.1", "content-type": "application/x-ndjson" };
  const asked = request({ host: "127.0.0.1", port, path: "/events", method: "POST", agent, headers });
  asked.on("error", () => undefined);
  asked.end(body);
  const [response] = await once(asked, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 202) throw new Error(`Cannot emit: ${response.statusCode}`);
}
