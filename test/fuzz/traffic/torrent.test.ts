import { Buffer } from "node:buffer";
import fc from "fast-check";
import { test } from "tap";
import { bytesOf } from "../../../src/driver/sandwich/payload.js";
import type { Act } from "../../../src/fuzz/campaign/trial.js";
import { chunkActs } from "../../../src/fuzz/traffic/chunks.js";
import type { SpokenLine } from "../../../src/fuzz/traffic/lines.js";
import { torrents } from "../../../src/fuzz/traffic/torrent.js";

const LF = 0x0a;
const SPOKEN: readonly SpokenLine[] = [
  { dir: "c2a", bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"é"}'), about: "valid a" },
  { dir: "a2c", bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}'), about: "valid b" },
];

function some(seed: number, count = 3): Act[] {
  const torrent = torrents({ fresh: fc.constant(SPOKEN), stock: SPOKEN, mayBreak: true, mayBend: true });
  return fc.sample(torrent, { seed, numRuns: count });
}

function writesOf(acts: readonly Act[]): { readonly dir: string; readonly bytes: Buffer }[] {
  return acts
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.do === "write" ? [{ dir: step.dir, bytes: bytesOf(step.payload) }] : []));
}

test("a torrent follows from its seed alone", async (t) => {
  t.equal(JSON.stringify(some(1)), JSON.stringify(some(1)));
  t.not(JSON.stringify(some(1)), JSON.stringify(some(2)));
});

test("torrents say thousands of lines, both ways at once, in writes of many lines that may end inside one", async (t) => {
  const writes = writesOf(some(1));
  const turns = writes.filter(({ dir }, place) => dir !== writes[place - 1]?.dir);
  const lineCounts = writes.map(({ bytes }) => bytes.filter((byte) => byte === LF).length);

  t.ok(lineCounts.reduce((sum, count) => sum + count, 0) > 5000);
  t.ok(Math.max(...lineCounts) > 100, "many in one write");
  t.ok(turns.length > 10, "directions take turns");
  t.ok(writes.some(({ bytes }) => bytes.at(-1) !== LF) && writes.some(({ bytes }) => bytes.at(-1) === LF));
});

test("each direction of a torrent ends with a whole line, and nobody waits before that", async (t) => {
  for (const act of some(3)) {
    const names = act.steps.map((step) => step.do);

    t.same(names.slice(-2), ["await", "await"]);
    t.equal(names.filter((name) => name === "await").length, 2);
    for (const dir of ["c2a", "a2c"]) {
      const said = writesOf([act]).filter((write) => write.dir === dir);
      t.ok(said.length === 0 || said.at(-1)?.bytes.at(-1) === LF);
    }
  }
});

test("the fixed chunks cut a short line at each of its places, also inside a character and a line end", async (t) => {
  const cuts = chunkActs()
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.do === "write" && step.dir === "c2a" ? [step] : []))
    .filter((step) => step.cuts?.length === 1);
  const [first] = cuts;
  const line = first === undefined ? Buffer.alloc(0) : bytesOf(first.payload);

  t.same(
    cuts.flatMap((step) => step.cuts ?? []),
    Array.from({ length: line.length - 1 }, (_, before) => before + 1),
  );
  t.ok(line.toString("utf8").endsWith("\r\n") && line.length > line.toString("utf8").length);
});
