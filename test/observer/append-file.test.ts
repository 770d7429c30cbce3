import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { AppendFile } from "../../src/observer/sinks/append-file.js";
import { runPlain } from "../plain-node.js";

const MANY = 1_000_000;

test("AppendFile", async (t) => {
  await t.test("goes on behind what a file holds already", async (t) => {
    const path = join(t.testdir({ file: "before\n" }), "file");
    const file = new AppendFile({ path, maxBytes: MANY, failed: () => t.fail("did not fail") });
    t.ok(file.write(["one", "two"]));
    t.ok(file.write(["é"]));
    file.close();
    t.equal(readFileSync(path, "utf8"), "before\none\ntwo\né\n");
  });

  await t.test("rotates before a file grows beyond its limit and keeps three old ones", async (t) => {
    const folder = t.testdir({});
    const file = new AppendFile({ path: join(folder, "file"), maxBytes: 8, failed: () => undefined });
    for (const line of ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "longer than the limit"])
      file.write([line]);
    file.close();
    const read = (name: string): string => readFileSync(join(folder, name), "utf8");
    t.strictSame(readdirSync(folder), ["file", "file.1", "file.2", "file.3"]);
    t.strictSame(["file", "file.1", "file.2", "file.3"].map(read), [
      "longer than the limit\n",
      "e1\n",
      "d1\nd2\n",
      "c1\nc2\n",
    ]);
  });

  await t.test(
    "goes on in the file that has the name, when the old one was removed or moved away",
    async (t) => {
      const folder = t.testdir({});
      const path = join(folder, "file");
      const file = new AppendFile({ path, maxBytes: MANY, failed: () => t.fail("did not fail") });
      t.ok(file.write(["one"]));
      renameSync(path, join(folder, "moved"));
      t.ok(file.write(["two"]));
      rmSync(path);
      t.ok(file.write(["three"]));
      file.close();
      t.equal(readFileSync(join(folder, "moved"), "utf8"), "one\n");
      t.equal(readFileSync(path, "utf8"), "three\n");
    },
  );

  await t.test("counts what others write to the same file, and rotates with them", async (t) => {
    const folder = t.testdir({});
    const path = join(folder, "file");
    const open = (): AppendFile =>
      new AppendFile({ path, maxBytes: 8, failed: () => t.fail("did not fail") });
    const [one, other] = [open(), open()];
    for (const line of ["a1", "a2", "b1"]) {
      one.write([line]);
      other.write([line.toUpperCase()]);
    }
    one.close();
    other.close();
    t.strictSame(
      readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")),
      ["b1\nB1\n", "a2\nA2\n", "a1\nA1\n"],
    );
  });

  await t.test("leaves the rest of a batch to a slow reader of a FIFO as a line of its own", async (t) => {
    const path = join(t.testdir({}), "fifo");
    spawnSync("mkfifo", [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const file = new AppendFile({ path, maxBytes: MANY, failed: () => t.fail("did not fail") });
    const read = (): string => {
      const bytes = Buffer.alloc(200_000);
      return bytes.toString("latin1", 0, readSync(reader, bytes));
    };
    t.notOk(file.write(["x".repeat(100_000)]), "it takes a part");
    const part = read();
    t.match(part, /^x+$/);
    t.ok(file.write(["next"]), "it is not closed");
    t.equal(read(), "\nnext\n");
    file.close();
    closeSync(reader);
  });

  await t.test("says once why it cannot write, and writes again when it can", async (t) => {
    const folder = t.testdir({});
    const reasons: string[] = [];
    const path = join(folder, "later", "file");
    const file = new AppendFile({ path, maxBytes: MANY, failed: (reason) => reasons.push(reason) });
    t.notOk(file.write(["lost"]));
    t.notOk(file.write(["lost too"]), "it is not tried again at once");
    t.strictSame(reasons, [`Cannot write ${JSON.stringify(path)}: ENOENT`]);
    mkdirSync(join(folder, "later"));
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    t.ok(file.write(["kept"]));
    file.close();
    t.equal(readFileSync(path, "utf8"), "kept\n");
  });

  await t.test("waits for no reader of a FIFO, and takes no directory or full disk for a file", async (t) => {
    const folder = t.testdir({});
    const fifo = join(folder, "fifo");
    spawnSync("mkfifo", [fifo]);
    for (const [path, reason] of [
      [fifo, "ENXIO"],
      [folder, "EISDIR"],
      ["/dev/full", "ENOSPC"],
    ] as const) {
      const reasons: string[] = [];
      const file = new AppendFile({ path, maxBytes: MANY, failed: (text) => reasons.push(text) });
      t.notOk(file.write(["lost"]));
      t.strictSame(reasons, [`Cannot write ${JSON.stringify(path)}: ${reason}`]);
      file.close();
    }
  });

  await t.test("leaves no half line when only a part of a batch fits", async (t) => {
    const path = join(t.testdir({}), "file");
    writeFileSync(path, "");
    const { stdout } = await runPlain("dist/test/observer/fixtures/fills-up.js", [path]);
    t.equal(stdout, "true false EFBIG\n");
    t.equal(readFileSync(path, "utf8"), `${"x".repeat(300)}\n`);
  });
});
