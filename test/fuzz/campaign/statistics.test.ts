import { Buffer } from "node:buffer";
import { test } from "tap";
import { receivedIn } from "../../../src/driver/sandwich/received.js";
import { arrivalsIn } from "../../../src/fuzz/campaign/arrivals.js";
import { Statistics } from "../../../src/fuzz/campaign/statistics.js";
import { act, loadGrammar, spoken } from "../../../src/fuzz/traffic/lines.js";
import { observation } from "../observations.js";

const { frames } = await loadGrammar("v1");

test("statistics count what of the schema valid lines use, and not what near-valid ones do", async (t) => {
  const [source] = frames;
  if (source === undefined) throw new Error("the schema has no frames");
  const [sample] = source.samples();
  const [near] = source.nearSamples();
  if (sample === undefined || near === undefined) throw new Error("the first source has no samples");
  const seen = (kind: "valid" | "near-valid"): number => {
    const statistics = new Statistics(frames);
    const line = kind === "valid" ? spoken(kind, sample) : spoken(kind, near);
    statistics.count({ acts: [act(line)], ending: "client-closes" }, []);
    return statistics.result.schema.definition.seen;
  };

  t.ok(seen("valid") > 0);
  t.equal(seen("near-valid"), 0);
});

test("how the bridge carried a session is counted apart from what was in it", async (t) => {
  const statistics = new Statistics([]);
  statistics.count({ acts: [], ending: "half-close" }, ["c2a arrived in 2^1 pieces of up to 2^3 bytes"]);

  t.same(statistics.result.covered, { "ending half-close": 1 });
  t.same(statistics.result.arrivals, { "c2a arrived in 2^1 pieces of up to 2^3 bytes": 1 });
});

test("arrivals tell the number of pieces and the largest, each rounded up to a power of two", async (t) => {
  const pieces = { c2a: ["12345678", "1", "123"].map((text) => Buffer.from(text)), a2c: [] };

  t.same(arrivalsIn({ ...observation(), received: receivedIn(pieces) }), [
    "c2a arrived in 2^2 pieces of up to 2^3 bytes",
    "a2c arrived in 2^0 pieces of up to 2^0 bytes",
  ]);
});
