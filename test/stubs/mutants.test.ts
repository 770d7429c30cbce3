import { Buffer } from "node:buffer";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { BRIDGE_STUBS, CONTROLS, MUTANTS } from "../../stubs/bridge/catalogue.js";
import { BYTE_CASES, FRAME_CASES } from "./mutant-cases.js";
import { bridged, compiled, runToEnd, Subject } from "./subject.js";

// Its members are in the order of their names, so that even sorts-keys has nothing to do.
const ORDINARY = '{"id":1,"jsonrpc":"2.0","result":{}}\n';
const ORDINARY_EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["leaks-log-line", `bridge: connected\n${ORDINARY}`],
  ["writes-crlf", ORDINARY.replace("\n", "\r\n")],
]);
const PARTS = ["agent", "catalogue", "catalogue-bytes", "catalogue-frames", "catalogue-processes"].concat([
  "lines",
  "pump",
  "recorder",
  "relay",
  "stub-entry",
]);

test("the catalogue lists every bridge of the folder, once", async (t) => {
  const files = readdirSync(join(compiled("stubs/bridge/relay"), "..")).filter((name) =>
    name.endsWith(".js"),
  );
  const programs = files.map((name) => name.slice(0, -3)).filter((name) => !PARTS.includes(name));

  t.same(BRIDGE_STUBS.map((stub) => stub.name).sort(), programs.sort());
});

test("an ordinary frame passes every control and mutant unchanged", async (t) => {
  t.jobs = 3;
  const file = join(t.testdir({ "ordinary.jsonl": ORDINARY }), "ordinary.jsonl");
  for (const { name } of [...CONTROLS, ...MUTANTS]) {
    t.test(name, async (t) => {
      const subject = new Subject(bridged(name, ["cat", file]));
      const expected = ORDINARY_EXCEPTIONS.get(name) ?? ORDINARY;
      await subject.until(({ stdout }) => stdout.length >= expected.length);
      subject.end();

      t.equal((await subject.exit).code, 0);
      t.equal(subject.stdout, expected);
    });
  }
});

test("a mutant does to bytes what its name says, and the control does not", async (t) => {
  t.jobs = 3;
  const cases = [...BYTE_CASES, ...FRAME_CASES];
  const files = Object.fromEntries(cases.map(({ name, sent }) => [name, Buffer.from(sent)]));
  const folder = t.testdir(files);
  for (const { name, from, sent, got, code } of cases) {
    t.test(name, async (t) => {
      const agent = from === "agent" ? ["cat", join(folder, name)] : ["cat"];
      const input = from === "agent" ? "" : sent;
      const mutant = await runToEnd(bridged(name, agent), input);
      const control = await runToEnd(bridged("transparent", agent), input);

      t.same(mutant.bytes.toString("hex"), Buffer.from(got).toString("hex"));
      t.equal(mutant.ended.code, code);
      t.same(control.bytes.toString("hex"), Buffer.from(sent).toString("hex"));
    });
  }
});
