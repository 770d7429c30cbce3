import { existsSync } from "node:fs";
import fc from "fast-check";
import { test } from "tap";
import { playThrough } from "../../../src/fuzz/play-through.js";
import { profileOfLevel } from "../../../src/fuzz/profile.js";
import { openBrokenSink } from "../../../src/fuzz/sinks/broken-sink.js";
import { FILE_FAULTS, SERVER_FAULTS, sinkFaults } from "../../../src/fuzz/sinks/sink-fault.js";
import { PLAIN } from "../../plain-node.js";

const SINKS = { place: PLAIN.length + 3, files: ["--file"], servers: ["--url"] };

test("every option of a profile meets every fault of its kind", async (t) => {
  const faults = sinkFaults(SINKS);
  const drawn = faults === undefined ? [] : fc.sample(faults, { seed: 1, numRuns: 500 });

  t.equal(
    new Set(drawn.map(({ option, kind }) => `${option} ${kind}`)).size,
    FILE_FAULTS.length + SERVER_FAULTS.length,
  );
  t.equal(sinkFaults({ place: 1, files: [], servers: [] }), undefined);
});

test("a broken file is a place where nothing can be kept", async (t) => {
  const [full, missing] = [
    await openBrokenSink({ option: "", kind: "full disk" }),
    await openBrokenSink({ option: "", kind: "missing directory" }),
  ];

  t.equal(full.value, "/dev/full");
  t.notOk(existsSync(missing.value));
});

for (const [kind, outcome] of [
  ["refuses", /ECONNREFUSED/],
  ["resets", /ECONNRESET|socket/i],
  ["answers garbage", /parse|HTTP/i],
  ["hangs after accepting", /abort|timeout/i],
] as const) {
  test(`a server that ${kind} answers nobody`, async (t) => {
    const sink = await openBrokenSink({ option: "", kind });
    t.teardown(() => sink.close());
    const asked = fetch(sink.value, { method: "POST", body: "x", signal: AbortSignal.timeout(1000) });

    const failure: unknown = await asked.then(
      () => "an answer",
      (error: Error) => `${error.message} ${String(error.cause)}`,
    );

    t.match(failure, outcome);
  });
}

test("a bridge is told of its broken sink at the place that its profile names", async (t) => {
  const script = 'echo "$1 $2" >&2; shift 2; exec "$@"';
  const bridge = [...PLAIN, "sh", "-c", script, "sh", "{agent}"];
  const sinks = { ...SINKS, place: bridge.length - 1 };
  const options = { bridge, profile: { ...profileOfLevel("bytes"), sinks }, waitMs: 2000, startMs: 20_000 };
  const played = { id: "x", steps: [{ do: "client-closes" }], aspects: [], isMalformed: false } as const;

  const seen = await playThrough({ ...played, sinkFault: { option: "--file", kind: "full disk" } }, options);
  const sound = await playThrough(played, { ...options, bridge: [...PLAIN, "{agent}"] });

  t.equal(seen.stderr.toString(), "--file /dev/full\n");
  t.equal(sound.stderr.toString(), "");
});
