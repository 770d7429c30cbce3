import { join } from "node:path";
import { test } from "tap";
import { CONTROLS, MUTANTS } from "../../stubs/bridge/catalogue.js";
import { bridged, Subject } from "./subject.js";

// Its members are in the order of their names, so that even sorts-keys has nothing to do.
const ORDINARY = '{"id":1,"jsonrpc":"2.0","result":{}}\n';
const ORDINARY_EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["leaks-log-line", `bridge: connected\n${ORDINARY}`],
  // The frame is a response, and nobody asked.
  ["drops-stray-responses", ""],
  ["writes-crlf", ORDINARY.replace("\n", "\r\n")],
]);

test("an ordinary frame passes every control and mutant unchanged", async (t) => {
  t.jobs = 2;
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
