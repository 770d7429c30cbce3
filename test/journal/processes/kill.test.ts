import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { readJournal } from "../../../src/journal/journal-reader.js";
import { openJournal } from "../../../src/journal/journal-writer.js";
import { verifyJournal } from "../../../src/journal/verify-journal.js";
import { newFolder } from "../../new-folder.js";
import { runPlainArgv, spawnPlain } from "../../plain-node.js";
import { killRounds, WRITER } from "./kill-rounds.js";

const LIMITED = fileURLToPath(new URL("fixtures/limited-writer.js", import.meta.url));

test("kill -9 at full speed loses nothing that was acknowledged", async (t) => {
  const { broken, rows } = await killRounds(join(newFolder(t), "journal.jsonl"), 2);

  t.same(broken, []);
  t.ok(rows > 1, `${rows} rows`);
});

test("a second process is told which one writes, and writes when that is gone", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const writer = spawnPlain([process.execPath, WRITER, file], "/");
  await once(writer.stdout, "data");

  const message = `Cannot write journal "${file}": process ${writer.pid} is writing it`;
  t.throws(() => openJournal({ file, resume: true }), { code: "usage", message });

  writer.kill("SIGKILL");
  await once(writer, "close");
  openJournal({ file, resume: true }).close();
  t.match(verifyJournal(file), { ok: true, isClosed: true });
});

test("a disk that is full for a while leaves a whole journal that says what it lost", async (t) => {
  const file = join(newFolder(t), "journal.jsonl");
  const shell = 'ulimit -S -f 40 && exec "$@"';

  const run = await runPlainArgv(["sh", "-c", shell, "sh", process.execPath, LIMITED, file]);

  t.equal(run.stderr, "");
  const { lost, count, head } = JSON.parse(run.stdout);
  t.match(lost, [
    { message: `Cannot write journal "${file}": the file would be larger than allowed`, rows: 6 },
    { rows: 6 },
  ]);
  t.match(verifyJournal(file), { ok: true, count, head, isClosed: true });
  const losses = [...readJournal(file)].filter(({ event }) => event === "acp_lost");
  const bytes = lost[0].bytes + lost[1].bytes;
  t.match(losses, [{ text: new RegExp(`"bytes":${bytes},"rows":12,"system_code":"EFBIG"}$`) }]);
});
