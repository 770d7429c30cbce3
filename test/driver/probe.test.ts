import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { type Test, test } from "tap";
import { ControlReader, writeOrder, writeReport } from "../../src/driver/probe/control.js";
import type { ProbeListener } from "../../src/driver/probe/probe-line.js";
import { ProbeLink } from "../../src/driver/probe/probe-link.js";
import { SubjectProcess } from "../../src/driver/subject-process.js";

/** Notes what a probe agent reports, and waits for one of its reports. */
class Notes implements ProbeListener {
  readonly reports: string[] = [];
  #wake: () => void = () => undefined;

  hello(): void {
    this.#note("hello");
  }
  input(chunk: Buffer): void {
    this.#note(`input ${chunk.toString("latin1")}`);
  }
  inputEnd(): void {
    this.#note("input-end");
  }
  written(byteCount: number): void {
    this.#note(`written ${byteCount}`);
  }
  outputBroken(): void {
    this.#note("output-broken");
  }
  signal(name: string): void {
    this.#note(`signal ${name}`);
  }
  gone(): void {
    this.#note("gone");
  }

  async until(report: string): Promise<void> {
    while (!this.reports.includes(report)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #note(report: string): void {
    this.reports.push(report);
    this.#wake();
  }
}

/** A probe agent that has dialled back. */
async function start(t: Test): Promise<{ notes: Notes; link: ProbeLink; agent: SubjectProcess }> {
  const notes = new Notes();
  const link = await ProbeLink.open(notes);
  const agent = await SubjectProcess.start({ argv: link.argv });
  t.teardown(() => {
    link.close();
    agent.destroy();
  });
  await notes.until("hello");
  return { notes, link, agent };
}

test("orders and reports are read back from their records", async (t) => {
  const orders = ControlReader.forOrders();
  const reports = ControlReader.forReports();
  const unknown = Buffer.from([200, 2, 0, 0, 0, 1, 2]);

  const [wire, back] = [new PassThrough(), new PassThrough()];
  writeOrder(wire, "write", Buffer.from("a\n"));
  wire.write(unknown);
  writeOrder(wire, "die", Buffer.from("SIGTERM"));
  writeReport(back, "input-end", Buffer.alloc(0));

  const read = orders.push(wire.read());

  t.same(
    read.map(({ kind, payload }) => [kind, payload.toString()]),
    [
      ["write", "a\n"],
      ["die", "SIGTERM"],
    ],
    "a kind that is not known is passed over",
  );
  t.same(
    reports.push(back.read()).map(({ kind, payload }) => [kind, payload.length]),
    [["input-end", 0]],
  );
});

test("a probe agent reports the bytes, the signals and the end that reach it", async (t) => {
  const { notes, agent } = await start(t);

  agent.stdin.write(Buffer.from([0xff, 0x0d, 0x0a]));
  await notes.until("input \xff\r\n");
  agent.signal("SIGINT");
  await notes.until("signal SIGINT");
  agent.stdin.end();
  await notes.until("input-end");

  t.same(notes.reports, ["hello", "input \xff\r\n", "signal SIGINT", "input-end"]);
});

test("a probe agent writes what it is told, and leaves as it is told", async (t) => {
  const { notes, link, agent } = await start(t);
  let output = "";
  agent.stdout.on("data", (chunk) => {
    output += chunk.toString("latin1");
  });

  link.order("write", Buffer.from([0x61, 0xff]));
  link.order("stderr", "noise");
  await notes.until("written 2");
  link.order("exit", "7");

  t.same(await agent.exited, { code: 7, signal: null });
  await notes.until("gone");
  t.equal(output, "a\xff");
  t.equal(agent.stderrTail, "noise");
});

test("a probe agent dies by the signal that it is told", async (t) => {
  const { link, agent } = await start(t);

  link.order("die", "SIGTERM");

  t.same(await agent.exited, { code: null, signal: "SIGTERM" });
});

test("a probe agent that lost its harness ends at once", async (t) => {
  const { link, agent } = await start(t);
  const folder = dirname(link.argv.at(-1) ?? "");
  t.ok(existsSync(folder));

  link.close();

  t.same(await agent.exited, { code: 70, signal: null });
  t.notOk(existsSync(folder), "and nothing is left of the socket");
});

test("a second agent on the same socket is turned away", async (t) => {
  const { notes, link } = await start(t);

  const second = await SubjectProcess.start({ argv: link.argv });
  t.teardown(() => second.destroy());

  t.same(await second.exited, { code: 70, signal: null });
  t.same(notes.reports, ["hello"]);
});
