import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { Fault } from "../../src/fault.js";
import { JournalFault } from "../../src/journal/file/journal-fault.js";
import { readJournal } from "../../src/journal/journal-reader.js";
import { type JournalWriter, openJournal } from "../../src/journal/journal-writer.js";
import { verifyJournal } from "../../src/journal/verify-journal.js";
import { newFolder } from "../new-folder.js";
import { lineOf, session } from "./lines.js";

function appendSession(journal: JournalWriter): void {
  for (const [direction, frame] of session()) journal.append(direction, lineOf(frame));
}

test("rows are on disk, and the head is theirs, only after a flush", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file, sync: true });
  appendSession(journal);

  t.match(journal, { count: 0, head: "" });
  t.equal(readFileSync(file, "utf8"), "");
  t.ok(journal.pendingBytes > 2000);

  journal.flush();

  t.match(journal, { count: 6, pendingBytes: 0 });
  t.equal(verifyJournal(file).head, journal.head);
  journal.close();
  journal.close();
  t.same(readdirSync(join(file, "..")), ["journal.jsonl", "journal.jsonl.seal"], "no lock is left");
});

test("sessions with the same frames have one head, whatever the file, the time and the batches", async (t) => {
  const heads = [1, 2, 3].map((batch) => {
    const file = join(newFolder(t), `${batch}.jsonl`);
    const journal = openJournal({ file, now: () => new Date(batch * 1e9) });
    for (const [place, [direction, frame]] of session().entries()) {
      journal.append(direction, lineOf(frame));
      if (place % batch === 0) journal.flush();
    }
    journal.close();
    return journal.head;
  });

  t.same(heads.slice(1), [heads[0], heads[0]]);
});

test("a journal with rows is gone on with when that is asked for, and says so", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const first = openJournal({ file });
  appendSession(first);
  first.close();

  t.throws(() => openJournal({ file }), {
    code: "usage",
    message: `Cannot open journal "${file}": it has rows already; resume it or name another file`,
  });
  t.throws(() => openJournal({ file, resume: true, schema: "v2" }), {
    message: `Cannot resume journal "${file}": its frames were judged by schema "negotiated"`,
  });

  const second = openJournal({ file, resume: true });
  t.equal(second.head, first.head);
  appendSession(second);
  second.close();

  t.match(verifyJournal(file), { ok: true, count: 13, frames: 12, isClosed: true });
  const resumed = [...readJournal(file)][6];
  t.match(resumed, { event: "acp_resumed", text: /"torn_bytes":0,"unsealed_rows":0\}$/ });
  t.equal([...readJournal(file)].at(-1)?.frame?.seq, 11);
});

test("what a killed writer left is recovered: whole rows are kept, a torn line is cut, and both are counted", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const killed = openJournal({ file });
  appendSession(killed);
  killed.flush();
  const seals = readFileSync(`${file}.seal`, "latin1");
  truncateSync(`${file}.seal`, seals.indexOf("\n") + 10);
  appendFileSync(file, '{"ts":17000');
  for (const name of readdirSync(join(file, ".."))) {
    // As if the process had gone: the name holds a start that no process has.
    if (name.includes(".lock-")) renameOwner(join(file, "..", name));
  }

  const resumed = openJournal({ file, resume: true });
  resumed.close();

  t.match(verifyJournal(file), { ok: true, count: 7, sealed: 7, isClosed: true });
  t.match([...readJournal(file)].at(-1)?.text, /"torn_bytes":11,"unsealed_rows":6\}$/);
  t.notOk(
    readdirSync(join(file, "..")).some((name) => name.includes(".lock-")),
    "the dead lock is gone",
  );
});

test("a journal that is not as it was written is not gone on with", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file });
  appendSession(journal);
  journal.close();
  const text = readFileSync(file, "utf8");

  writeFileSync(file, text.replace('"text":"a"', '"text":"b"'));
  t.throws(() => openJournal({ file, resume: true }), {
    message: `Cannot resume journal "${file}": step 3: content_hash mismatch`,
  });
  writeFileSync(file, "");
  t.throws(() => openJournal({ file }), {
    message: `Cannot resume journal "${file}": step 0: row is missing`,
  });
  writeFileSync(file, text);
  writeFileSync(`${file}.seal`, "");
  t.throws(() => openJournal({ file, resume: true }), { message: /it has no second seal/ });
  t.same(readdirSync(join(file, "..")), ["journal.jsonl", "journal.jsonl.seal"], "no lock is left");
});

test("two writers on one journal: the second is told who writes", async (t) => {
  const folder = newFolder(t);
  const file = join(folder, "journal.jsonl");
  const journal = openJournal({ file });
  const other = join(folder, "other.jsonl");
  symlinkSync(file, other);

  for (const name of [file, other]) {
    t.throws(() => openJournal({ file: name, resume: true }), {
      code: "usage",
      message: `Cannot write journal "${file}": process ${process.pid} is writing it`,
    });
  }

  journal.close();
  openJournal({ file, resume: true }).close();
});

test("lines that were left out are a row", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const journal = openJournal({ file });
  journal.note({ direction: "a2c", lines: 12, bytes: 3400 });
  journal.close();

  t.match(verifyJournal(file), { ok: true, count: 1, frames: 0 });
  t.match([...readJournal(file)][0], {
    event: "acp_dropped",
    text: /"acp_direction":"a2c","bytes":3400,"lines":12\}$/,
  });
});

test("a full disk is a typed fault that counts what was lost; what comes later says so", async (t) => {
  const journal = openJournal({ file: "/dev/full" });
  appendSession(journal);
  const bytes = journal.pendingBytes;

  const fault = caught(() => journal.flush());

  t.ok(fault instanceof JournalFault && fault instanceof Fault);
  t.match(fault, {
    code: "usage",
    message: 'Cannot write journal "/dev/full": the disk is full',
    systemCode: "ENOSPC",
    lost: { rows: 6, bytes },
  });
  t.match(journal, { count: 0, head: "", pendingBytes: 0 });
  appendSession(journal);
  t.match(
    caught(() => journal.flush()),
    { lost: { rows: 6 } },
    "the row about the loss is not lost itself",
  );
  t.match(
    caught(() => journal.close()),
    { systemCode: "ENOSPC" },
  );
  t.notOk(existsSync("/dev/full.seal"));
});

test("what cannot be a journal is refused in one line", async (t) => {
  const folder = newFolder(t);
  const fifo = join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  mkdirSync(join(folder, "folder"));
  const cases = {
    [fifo]: `Cannot open journal "${fifo}": it is a FIFO`,
    [join(folder, "folder")]: `Cannot open journal "${join(folder, "folder")}": it is a directory`,
    [join(folder, "no/journal")]:
      `Cannot open journal "${join(folder, "no/journal")}": no such file or directory`,
    "/proc/journal": 'Cannot open journal "/proc/journal": no such file or directory',
    "/proc/self/journal": 'Cannot open journal "/proc/self/journal": no such file or directory',
    "/dev/null/journal": 'Cannot open journal "/dev/null/journal": a part of its path is no directory',
  };
  for (const [file, message] of Object.entries(cases)) {
    t.match(
      caught(() => openJournal({ file })),
      { name: "Fault", code: "usage", message },
      file,
    );
  }
});

function caught(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

function renameOwner(path: string): void {
  const gone = path.replace(/-\d+-([0-9a-f]+)$/, "-1-$1");
  writeFileSync(gone, "");
  execFileSync("rm", [path]);
}
