import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Test, test } from "tap";
import { launch } from "../bridge/editor.js";
import { behindTee, TEE_MODES, type TeeMode } from "../bridge/subject.js";
import { faultsOfEnvelope } from "../mapping/event-schema.js";
import { newFolder } from "../new-folder.js";
import { OddRelay } from "../observer/odd-relay.js";
import { root } from "../root.js";
import { tappedReceiver } from "./tapped-receiver.js";
import { eventsIn, eventually, lineOf, told } from "./told.js";
import { playWholeSession } from "./whole-session.js";

const AGENT = [process.execPath, `${root}dist/stubs/agent/obedient.js`];

/** The types of one whole session, turn by turn. */
const TYPES = [
  "session.started",
  ...["run.started", "x.acp.plan.updated", "tool.requested", "x.acp.tool_call.update", "tool.completed"],
  ...["x.acp.plan.updated", "run.finished"],
  ...["run.started", "tool.requested", "attention.requested", "attention.answered", "attention.resolved"],
  ...["x.acp.tool_call.update", "tool.completed", "run.finished"],
  ...["run.started", "run.finished"],
  ...["run.started", "x.acp.session.cancel", "run.cancelled"],
  ...["session.started", "session.ended"],
];

const DOCS = readFileSync(join(root, "docs/events.md"), "utf8");
const SHOWN = /<!-- shown: a whole session -->\n```\n([\s\S]+?)\n```/.exec(DOCS)?.[1]?.split("\n");

const hasEnded = (events: readonly { readonly type: string }[]): boolean =>
  events.some(({ type }) => type === "session.ended");

for (const mode of TEE_MODES) {
  test(`a whole session behind acp-tee as ${mode} is the same events in each of its sinks`, async (t) => {
    const folder = newFolder(t);
    const relay = await OddRelay.start([], (stop) => t.teardown(stop));
    const receiver = await tappedReceiver(t, join(folder, "receiver"), { host: hostname() });
    const file = join(folder, "events.jsonl");
    const sinks = { ACP_TEE_EVENTS: file, AEP_RELAY: relay.url, ACP_TEE_RECEIVER: receiver.url };
    // Nobody waits for a process beside the agent; the agent's parent waits only where it is told to.
    const options = mode === "parent" ? ["--drain", "9000"] : [];
    const session = await play(t, mode, options, { ...sinks, ACP_TEE_STATE_DIR: join(folder, "state") });

    const events = await eventually(() => eventsIn(file), hasEnded);
    const tapped = await eventually(receiver.events, hasEnded);
    await eventually(
      () => events,
      () => relay.ids.length >= events.length,
    );

    t.strictSame(
      events.map(({ type }) => type),
      TYPES,
    );
    t.strictSame(
      events.flatMap((event) => faultsOfEnvelope({ ...event })),
      [],
    );
    t.strictSame(new Set(events.map((event) => event.session)), new Set([session]));
    t.strictSame(told(tapped), told(events), "the receiver says what the tee's own observer says");
    t.strictSame(
      relay.ids,
      events.map(({ id }) => id),
      "the relay has them in this order",
    );
    t.match(events[0], { data: { client: { name: "an editor", version: "2.1" } }, epoch: 1, seq: 0 });
    t.match(tapped[0], { epoch: 1 });
    t.strictSame(events.map(lineOf), SHOWN, "docs/events.md shows them");
  });
}

test("acp-tee takes its options from the command line, where the agent begins behind them", async (t) => {
  const folder = newFolder(t);
  const file = join(folder, "events.jsonl");
  const options = ["--events", file, "--state-dir", join(folder, "state"), "--capture=full", "--deltas"];
  await play(t, "parent", [...options, "--drain", "9000"], {
    ACP_TEE_EVENTS: join(folder, "another"),
    AEP_CAPTURE: "none",
  });

  const events = eventsIn(file);
  t.ok(hasEnded(events), "with --drain, the exit waits for the file");
  t.strictSame(eventsIn(join(folder, "another")), [], "an option wins over its variable");
  t.match(
    events.filter(({ type }) => type === "run.started").map(({ data }) => data["prompt"]),
    ["have a look", "permission", "echo off off", "wait"],
  );
  const words = events.filter(({ type }) => type === "x.acp.agent.message.chunk");
  t.match(words[0]?.data, { delta: "I am looking" });
  t.strictSame(
    events.flatMap((event) => faultsOfEnvelope({ ...event })),
    [],
  );
});

async function play(
  t: Test,
  mode: TeeMode,
  options: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const argv = behindTee([...options, ...AGENT], mode);
  const editor = await launch((stop) => t.teardown(stop), "pipes", argv, {
    collect: false,
    env: { ...process.env, ...env },
  });
  const session = await playWholeSession(editor);
  t.strictSame([await editor.exit, await editor.stderr], ["code 0", ""]);
  return session;
}
