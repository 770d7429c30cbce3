import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import type { ReceivedEvent } from "../../src/receiver/event/event.js";
import { SessionLog } from "../../src/receiver/session-log.js";
import { emit, eventOf, receiverFor, unplaced } from "./peer.js";

function textOf(event: object): { readonly event: ReceivedEvent; readonly json: string } {
  // The events of these tests are valid.
  return { event: event as unknown as ReceivedEvent, json: JSON.stringify(event) };
}

test("each session has its log, and what has no session is logged with its agent", async (t) => {
  const data = t.testdir();
  const receiver = await receiverFor(t, { data });
  const agent = unplaced({ type: "agent.started", id: "a" });

  await emit(receiver, eventOf(0), eventOf(0, { session: "../up", agent: "an agent" }), agent, eventOf(1));
  await receiver.stop();

  t.same(readdirSync(data).sort(), ["acp", "an%20agent"]);
  t.same(readdirSync(join(data, "acp")).sort(), ["_agent.jsonl", "s.jsonl"]);
  t.equal(
    readFileSync(join(data, "acp", "s.jsonl"), "utf8"),
    `${JSON.stringify(eventOf(0))}\n${JSON.stringify(eventOf(1))}\n`,
  );
  t.same(readdirSync(join(data, "an%20agent")), ["%2E.%2Fup.jsonl"]);
  t.equal(statSync(join(data, "acp", "s.jsonl")).mode & 0o077, 0, "nobody else may read it");
});

test("a line that was torn by a crash is ended before the next", async (t) => {
  const data = t.testdir({ acp: { "s.jsonl": '{"whole":1}\n{"to' } });
  const log = new SessionLog(data, () => undefined);

  log.append(textOf(eventOf(0)));
  await log.flushed();
  log.append(textOf(eventOf(1)));
  await log.flushed();

  t.equal(
    readFileSync(join(data, "acp", "s.jsonl"), "utf8"),
    `{"whole":1}\n{"to\n${JSON.stringify(eventOf(0))}\n${JSON.stringify(eventOf(1))}\n`,
  );
});

test("a log that cannot be written is told once and counted", async (t) => {
  const data = t.testdir({ file: "" });
  const warnings: string[] = [];
  const log = new SessionLog(join(data, "file"), (words) => warnings.push(words));

  for (const seq of [0, 1, 2]) {
    log.append(textOf(eventOf(seq)));
    await log.flushed();
  }

  t.same(warnings, ["Cannot write the log of a session: ENOTDIR"]);
  t.equal(log.dropped, 3);
});

test("a disk that is full costs lines and nothing else, and what follows is whole again", async (t) => {
  const data = t.testdir({ acp: { "full.jsonl": t.fixture("symlink", "/dev/full") } });
  const warnings: string[] = [];
  const log = new SessionLog(data, (words) => warnings.push(words));

  log.append(textOf(eventOf(0, { session: "full" })));
  log.append(textOf(eventOf(0)));
  await log.flushed();

  t.same(warnings, ["Cannot write the log of a session: ENOSPC"]);
  t.equal(log.dropped, 1);
  t.equal(readFileSync(join(data, "acp", "s.jsonl"), "utf8"), `${JSON.stringify(eventOf(0))}\n`);
});
