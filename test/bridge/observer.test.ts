import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { type Editor, launch } from "./editor.js";
import { fixture, shell } from "./subject.js";

test("an observer handed to the tee", async (t) => {
  const folder = t.testdir({});
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const start = (observer: string, script: string): Promise<Editor> =>
    launch((stop) => t.teardown(stop), "sockets", fixture("observed-tee", observer, ...shell(script)));

  const kept = await start(folder, "cat; printf bye; exit 3");
  kept.input.end("hello, ");
  t.equal(await kept.stdout, "hello, bye");
  t.equal(await kept.exit, "code 3");
  t.equal(read("c2a"), "hello, ", "is offered what went to the agent");
  t.equal(read("a2c"), "hello, bye", "is offered what went to the client");
  t.equal(read("ends"), "c2a\na2c\n", "is shown the end of each direction, once");

  const thrown = await start("throws", "cat; printf bye; exit 3");
  thrown.input.end("hello, ");
  t.equal(await thrown.stdout, "hello, bye", "that throws changes no byte");
  t.equal(await thrown.exit, "code 3", "and no exit");
  t.equal(await thrown.stderr, "", "and is not heard of");
});
