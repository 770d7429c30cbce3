import fc from "fast-check";
import { test } from "tap";
import { interleave, interleavedLines } from "../../../src/fuzz/model/interleaved.js";
import type { ModelFrame } from "../../../src/fuzz/model/model-agent.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";

const ALWAYS = { seed: 1, numRuns: 150 };

/** Ids of the requests that went this way and were answered, and those that were used while they were open. */
function idsOf(frames: readonly ModelFrame[]): {
  readonly again: number;
  readonly open: number;
  readonly twice: number;
} {
  const open = new Set<string>();
  const used = new Set<string>();
  const counts = { again: 0, open: 0, twice: 0 };
  for (const { direction, message } of frames) {
    if (message["id"] === undefined) continue;
    const isRequest = "method" in message;
    const key = `${isRequest ? direction : direction === "c2a" ? "a2c" : "c2a"} ${String(message["id"])}`;
    if (isRequest && open.has(key)) counts.twice += 1;
    if (isRequest && used.has(key)) counts.again += 1;
    if (isRequest) open.add(key);
    else open.delete(key);
    used.add(key);
  }
  return { ...counts, open: open.size };
}

test("every request is answered, none twice, and ids come again only when they may", async (t) => {
  const seen = { again: 0, sessions: new Set<unknown>() };
  fc.assert(
    fc.property(interleavedLines(), (lines) => {
      const frames = lines.map(({ dir, bytes, about }) => ({
        direction: dir,
        message: JSON.parse(bytes.toString()),
        about,
      }));
      const { again, open, twice } = idsOf(frames);
      seen.again += again;
      for (const { message } of frames) seen.sessions.add(message.params?.sessionId);
      return open === 0 && twice === 0;
    }),
    ALWAYS,
  );

  t.ok(seen.again > 100, `${seen.again} ids came again`);
  t.ok(seen.sessions.size > 3);
});

test("every frame follows the schema", async (t) => {
  const protocol = await loadProtocol("v1");
  for (const lines of fc.sample(interleavedLines(), ALWAYS)) {
    for (const { bytes, dir } of lines) {
      const { method, params, id } = JSON.parse(bytes.toString());
      if (method === undefined) continue;
      const violations = protocol.judge(id === undefined ? "notification" : "request", method, dir, params);
      if (violations.length > 0) t.fail(`${bytes}: ${JSON.stringify(violations)}`);
    }
  }
  t.pass();
});

test("turns of two sessions cross, and a cancel ends its own", async (t) => {
  let draws = 0;
  const frames = interleave(
    {
      commands: [
        { do: "new", session: 0 },
        { do: "new", session: 1 },
        { do: "prompt", session: 0, kind: "long" },
        { do: "prompt", session: 1, kind: "file" },
        { do: "cancel", session: 0 },
      ],
    },
    () => draws++ % 2,
  );
  const ends = frames.flatMap(({ message: { result } }) =>
    typeof result === "object" && result !== null && "stopReason" in result ? [result["stopReason"]] : [],
  );

  t.same([...ends].sort(), ["cancelled", "end_turn"]);
});
