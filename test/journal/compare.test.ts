import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { compareJournals, compareLifecycles, contentHashes } from "../../src/journal/compare-journals.js";
import { readJournal } from "../../src/journal/journal-reader.js";
import { openJournal } from "../../src/journal/journal-writer.js";
import { readTrace } from "../../src/journal/record-trace.js";
import { replayJournal } from "../../src/journal/replay-journal.js";
import type { Direction } from "../../src/wire/direction.js";
import { newFolder } from "../new-folder.js";
import { lineOf, rpc, session } from "./lines.js";

type Frames = readonly (readonly [Direction, object])[];

test("compareJournals() names the first frame that differs, with both hashes and frames", async (t) => {
  const one = write(t, session(["a", "b"]));
  const other = write(t, session(["a", "B"]));

  const difference = compareJournals(one, other);

  t.match(difference, { seq: 4, method: "session/update", expected: /"text":"b"/, actual: /"text":"B"/ });
  t.equal(difference?.expected_hash, contentHashes(one)[4]?.[1]);
  t.equal(difference?.actual_hash, contentHashes(other)[4]?.[1]);
  t.equal(compareJournals(one, write(t, session(["a", "b"]))), undefined, "the same frames again");
});

test("compareJournals() looks at frames alone, hashed anew, and tells which journal ended", async (t) => {
  const one = write(t, session(["a"]));
  const noted = write(t, session(["a"]), 2);
  t.equal(compareJournals(one, noted), undefined, "rows about dropped lines may differ");

  const shorter = write(t, session(["a"]).slice(0, 4));
  t.match(compareJournals(one, shorter), { seq: 4, method: null, actual_hash: "", actual: undefined });
  t.match(compareJournals(shorter, one), { seq: 4, expected_hash: "", expected: undefined });

  const forged = write(t, session(["a"]));
  writeFileSync(forged, readFileSync(forged, "utf8").replace('"text":"a"', '"text":"z"'));
  t.match(compareJournals(one, forged), { seq: 3 }, "the stored hash is not believed");
});

test("compareLifecycles() sees what happened and not what was said, by whatever ids", async (t) => {
  const one = write(t, session(["a", "b", "c"]));
  const retold = session(["something else"]).map(([direction, frame]): [Direction, object] => {
    const text = JSON.stringify(frame)
      .replaceAll('"id":1', '"id":"one"')
      .replaceAll('"s"', '"other session"');
    return [direction, JSON.parse(text)];
  });
  t.equal(compareLifecycles(one, write(t, retold)), undefined);
  t.match(compareJournals(one, write(t, retold)), { seq: 2 });

  const refused: Frames = [
    ...session(["a"]).slice(0, 4),
    ["a2c", rpc({ id: 1, result: { stopReason: "refusal" } })],
  ];
  t.same(compareLifecycles(one, write(t, refused)), {
    seq: 6,
    method: "session/prompt",
    expected: "a2c answer session/prompt stop=end_turn",
    actual: "a2c answer session/prompt stop=refusal",
  });
});

test("replayJournal() sees a row that says of its frame what the frame does not say", async (t) => {
  const stray: Frames = [["a2c", rpc({ id: 99, result: { stopReason: "end_turn" } })]];
  const file = write(t, [...session([]).slice(0, 3), ...stray]);
  t.match(replayJournal(file), { divergence: undefined, turns: [] }, "a stray response ends no turn");

  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/(?<="id":99.*)"terminal":false/, '"terminal":true'),
  );
  t.match(replayJournal(file), { divergence: { step: 3, reason: "step 3: the frame says otherwise" } });
  writeFileSync(file, readFileSync(file, "utf8").replace(/"method":"initialize"/, '"method":"initialise"'));
  t.match(replayJournal(file), { divergence: { step: 0, expected: "refused: unknown method 'initialise'" } });
});

test("replayJournal() begins anew where the writer did", async (t) => {
  const file = write(t, session([]).slice(0, 3));
  const again = openJournal({ file, resume: true });
  again.append("a2c", lineOf(rpc({ id: 1, result: { stopReason: "end_turn" } })));
  again.close();

  t.match([...readJournal(file)].at(-1)?.frame, { isTerminal: false }, "the prompt was another connection's");
  t.equal(replayJournal(file).divergence, undefined);
});

test("a turn ends with the answer to its prompt: ids are joined by type, value and direction", async (t) => {
  const prompt = (id: unknown): object =>
    rpc({ id, method: "session/prompt", params: { sessionId: "s", prompt: [] } });
  const end = (id: unknown): object => rpc({ id, result: { stopReason: "end_turn" } });
  const ask = rpc({ id: 1, method: "_vendor/ask" });
  const file = write(t, [
    ["c2a", prompt(1)],
    ["c2a", prompt("1")],
    ["a2c", ask],
    ["c2a", rpc({ id: 1, result: { stopReason: "end_turn" } })],
    ["a2c", end("1")],
    ["a2c", end(2)],
    ["a2c", end(1)],
    ["a2c", end(1)],
    ["c2a", rpc({ id: 3, method: "session/new", params: { cwd: "/", mcpServers: [] } })],
    ["a2c", rpc({ id: 3, error: { code: -32000, message: "login" } })],
  ]);

  t.same(replayJournal(file).turns, [
    { seq: 4, stopReason: "end_turn" },
    { seq: 6, stopReason: "end_turn" },
  ]);
});

test("ids beyond 2^53 are joined by their digits", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file });
  const params = '{"sessionId":"s","prompt":[]}';
  journal.append(
    "c2a",
    lineOf(`{"jsonrpc":"2.0","id":9007199254740993,"method":"session/prompt","params":${params}}`),
  );
  journal.append("a2c", lineOf('{"jsonrpc":"2.0","id":9007199254740992,"result":{"stopReason":"end_turn"}}'));
  journal.append("a2c", lineOf('{"jsonrpc":"2.0","id":9007199254740993,"result":{"stopReason":"refusal"}}'));
  journal.close();

  t.same(replayJournal(file).turns, [{ seq: 2, stopReason: "refusal" }]);
});

test("a file that is no journal, and one that is no trace, are named with their line", async (t) => {
  const file = write(t, session([]));
  appendFileSync(file, "no row\n");
  t.throws(() => [...readJournal(file)], {
    code: "usage",
    message: `Cannot read journal "${file}": line 5 is no row`,
  });
  t.throws(() => [...readTrace(file)], {
    code: "usage",
    message: `Cannot read trace "${file}": line 1 is no trace line`,
  });
  appendFileSync(file, "torn");
  t.throws(() => [...readTrace("/none")], {
    message: 'Cannot read journal "/none": no such file or directory',
  });
});

/** Journals frames; a row about dropped lines stands in front of frame `noteAt`. */
function write(t: Test, frames: Frames, noteAt = -1): string {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file });
  for (const [place, [direction, frame]] of frames.entries()) {
    if (place === noteAt) journal.note({ direction: "a2c", lines: 1, bytes: 1 });
    journal.append(direction, lineOf(frame));
  }
  journal.close();
  return file;
}
