import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Test, test } from "tap";
import type { AepEvent } from "../../src/observer/event/event.js";
import { launch } from "../bridge/editor.js";
import { behindTee } from "../bridge/subject.js";
import { newFolder } from "../new-folder.js";
import { unsound } from "../observer/event/soundness.js";
import { type Answer, OddRelay } from "../observer/odd-relay.js";
import { eventsIn, eventually } from "./told.js";

const AGENT = fileURLToPath(new URL("fixtures/talks-much.js", import.meta.url));
const TURNS = 5;
/** Each turn is more than the queue holds, and pauses in which it is sent on are short. */
const CALLS = 600;
/** Resident memory that a tee may ever need (PERF.md 9 allows as much). */
const MOST_MEBIBYTES = 128;

/** How the relay answers its first requests; then it is well. */
const TROUBLE: Readonly<Record<string, readonly Answer[]>> = {
  none: [],
  "500s": ["500", "500", "500"],
  "429s": ["429", "takes", "429"],
  resets: ["reset", "reset", "takes", "takes and resets"],
  garbage: ["garbage", "half an answer", "garbage"],
  trickles: ["trickles", "trickles", "500"],
  "accepts and hangs": ["hangs"],
};

for (const [trouble, answers] of Object.entries(TROUBLE)) {
  test(`a relay in trouble, ${trouble}: order, counts and memory are right`, async (t) => {
    const relay = await OddRelay.start(answers, (stop) => t.teardown(stop));
    await holdsWith(t, relay, async () => relay);
  });
}

test("a relay that is not there until the session is over gets what was kept, and the count of the rest", async (t) => {
  const first = await OddRelay.start([], (stop) => t.teardown(stop));
  first.stop();
  const port = Number(new URL(first.url).port);
  await holdsWith(t, first, async () => await OddRelay.start([], (stop) => t.teardown(stop), port));
});

/** Plays a loud session, calls for the relay that is well in the end, and compares it with the file of all events. */
async function holdsWith(t: Test, { url }: OddRelay, recover: () => Promise<OddRelay>): Promise<void> {
  const folder = newFolder(t);
  const file = join(folder, "events.jsonl");
  const options = [
    "--events",
    file,
    "--relay",
    url,
    "--state-dir",
    join(folder, "state"),
    "--drain",
    "60000",
  ];
  const argv = behindTee([...options, process.execPath, AGENT, String(CALLS)], "parent");
  const editor = await launch((stop) => t.teardown(stop), "pipes", argv);
  for (let id = 0; id < TURNS; id += 1) {
    const prompt = { id, method: "session/prompt", params: { sessionId: "s", prompt: [] } };
    editor.input.write(`${JSON.stringify(prompt)}\n`);
    await editor.sees(`"id":${id},"result"`);
  }
  const mebibytes = highWater(editor.child.pid ?? 0);
  editor.input.end();
  // Nobody answered a permission request before the connection was over.
  await eventually(
    () => eventsIn(file),
    (events) => events.some(({ type }) => type === "attention.resolved"),
  );
  const relay = await recover();
  t.equal(await editor.exit, "code 0");

  const all = eventsIn(file);
  const arrived = new Set(relay.ids);
  const inOrder = all.filter(({ id }) => arrived.has(id)).map(({ id }) => id);
  const lost = all.filter(({ id }) => !arrived.has(id));
  t.equal(relay.ids.length, inOrder.length, "nothing arrives that is not in the file");
  t.ok(
    relay.ids.every((id, place) => id === inOrder[place]),
    "in order, each once",
  );
  t.equal(lost.length, countOf(relay.events), "what is missing is counted, exactly");
  t.comment(`${all.length} events, ${lost.length} given up; ${mebibytes} MiB at most`);
  t.ok(
    lost.every(({ severity }) => severity === "info" || severity === "debug"),
    "notices are kept",
  );
  t.strictSame(unsound([all]).slice(0, 3), []);
  t.ok(mebibytes <= MOST_MEBIBYTES, `${mebibytes} MiB`);
}

/** What the events that arrived say is missing among them. */
function countOf(events: readonly AepEvent[]): number {
  const told = events.filter(({ type }) => type === "x.acp-assay.events.dropped");
  return told.reduce((sum, { data }) => sum + Number(data["events"]), 0);
}

function highWater(pid: number): number {
  const [, kib = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1_024);
}
