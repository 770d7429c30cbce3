import { fileURLToPath } from "node:url";
import { test } from "tap";
import { type FuzzFindings, fuzzRows } from "../../src/cli/fuzz/bridge-rows.js";
import type { Step } from "../../src/driver/sandwich/step.js";
import { readRegistry } from "../../src/engine/registry.js";
import type { CheckResult } from "../../src/engine/report/report.js";
import type { Finding } from "../../src/fuzz/campaign/finding.js";
import { profileOfLevel } from "../../src/fuzz/profile.js";

const registry = readRegistry(fileURLToPath(new URL("../../../conformance/requirements", import.meta.url)));
const BYTES = "bridge.promise.bytes";

function finding(steps: readonly Step[], more: Partial<Finding> = {}): Finding {
  return {
    checkId: BYTES,
    difference: { direction: "c2a", place: "byte 0", expected: "a", actual: "b" },
    trial: 3,
    played: { id: "fuzz", steps, aspects: ["streams"], isMalformed: false },
    frames: 1,
    foundMs: 1,
    isFlaky: false,
    ...more,
  };
}

/** The rows by id; each finding is saved under a number. */
function rows(found: FuzzFindings, without: Record<string, string> = {}): Map<string, CheckResult> {
  const profile = { ...profileOfLevel("bytes"), without };
  const kept = fuzzRows(found, { registry, profile }, (all) =>
    all.map((row, place) => ({ ...row, failureId: `f-${place}` })),
  );
  return new Map(kept.map((row) => [row.id, row]));
}

function write(text: string): Step {
  return { do: "write", dir: "a2c", payload: { text } };
}

test("every check of a campaign has a row: PASS, N/A with its reason, or NOT-TESTED when nothing was played", async (t) => {
  const played = rows({ findings: [], sessions: 1 }, { "bridge.promise.stderr": "it logs there" });
  const nothing = rows({ findings: [], sessions: 0 });

  t.equal(played.size, 9);
  t.equal(played.get(BYTES)?.status, "PASS");
  t.match(played.get("bridge.promise.stderr"), { status: "N/A", message: "not promised: it logs there" });
  t.same(new Set([...nothing.values()].map(({ status }) => status)), new Set(["NOT-TESTED"]));
});

test("the first finding that is no fluke stands in the row, and names the others", async (t) => {
  const findings = [
    finding([write("flaky\n")], { isFlaky: true }),
    finding([write("first\n")], { trial: 8 }),
    finding([write("second\n")]),
  ];
  const row = rows({ findings, sessions: 9 }).get(BYTES);

  t.match(row, { status: "FAIL", failureId: "f-1", frames: [{ line: "first" }] });
  t.equal(row?.message, "client to agent, byte 0; session 8; also f-2, f-0");
});

test("a check that no campaign looks at has a row when a saved failure of it still fails", async (t) => {
  const checkId = "wire.number.large-id";
  const row = rows({ findings: [finding([], { checkId, trial: undefined })], sessions: 1 }).get(checkId);

  t.match(row, { status: "FAIL", message: /; saved by an earlier run$/ });
});

test("frames are the lines that were written, the last eight, long ones cut at a character", async (t) => {
  const filling: Step = {
    do: "write",
    dir: "c2a",
    payload: { head: "x", fill: "é", times: 9000, tail: "\n" },
  };
  const many = Array.from({ length: 9 }, (_, place) => write(`line ${place}\r\n`));
  const shown = (steps: readonly Step[]) =>
    rows({ findings: [finding(steps)], sessions: 1 }).get(BYTES)?.frames;

  t.same(shown([write("one\ntwo\n"), { do: "await", dir: "a2c" }, write("open")]), [
    { number: 1, dir: "a2c", t: 0, line: "one" },
    { number: 2, dir: "a2c", t: 0, line: "two" },
    { number: 3, dir: "a2c", t: 0, line: "open", eol: "" },
  ]);
  t.match(shown([filling]), [{ dir: "c2a", line: /^xé{4095}… \(18001 bytes\)$/ }]);
  t.same(
    shown(many)?.map(({ number, line, eol }) => [number, line, eol]),
    Array.from({ length: 8 }, (_, place) => [place + 2, `line ${place + 1}`, "\r\n"]),
  );
});
