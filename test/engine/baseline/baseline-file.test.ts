import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "tap";
import { EMPTY_BASELINE, readBaseline, writeBaseline } from "../../../src/engine/baseline/baseline-file.js";
import { root } from "../../root.js";

const IDS = ["acp.v1.prompt.answered", "acp.v1.prompt.order"];
const isBaseline = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(join(root, "conformance/baseline.schema.json"), "utf8")),
);

function fileOf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "baseline-")), "baseline.json");
  writeFileSync(path, text);
  return path;
}

function withEntries(...entries: unknown[]): unknown {
  return { ...EMPTY_BASELINE, entries };
}

const GOOD = { id: IDS[0], reason: "known" };
const BAD: readonly (readonly [unknown, RegExp])[] = [
  [[], /has to begin with "format"/],
  [{ ...EMPTY_BASELINE, formatVersion: 2 }, /"formatVersion": 1/],
  [{ ...EMPTY_BASELINE, strict: true }, /knows no "strict"/],
  [{ ...EMPTY_BASELINE, entries: {} }, /"entries" has to be a list/],
  [withEntries("acp.v1.prompt.order"), /entry 1: it has to be an object/],
  [withEntries({ reason: "x" }), /its id has to be a text/],
  [withEntries({ ...GOOD, reason: " " }), /has to say its reason/],
  [withEntries({ ...GOOD, because: "x" }), /knows no "because": there are id, reason, issue, expires/],
  [withEntries({ ...GOOD, issue: "javascript:alert(1)" }), /an address, https/],
  [withEntries({ ...GOOD, expires: "31.1.2027" }), /a day, as 2027-01-31/],
];

test("a baseline that is not right is refused in one line, by the reader and by its JSON Schema", async (t) => {
  for (const [value, says] of BAD) {
    const path = fileOf(JSON.stringify(value));
    t.throws(() => readBaseline(path, IDS), { code: "usage", message: says });
    t.equal(isBaseline(value), false, String(says));
  }
});

test("what only the reader can know: ids, twins, days, JSON, files", async (t) => {
  const refused: readonly (readonly [string, RegExp])[] = [
    [
      JSON.stringify(withEntries({ ...GOOD, id: "acp.v1.prompt.ordre" })),
      /entry 1: there is no check "acp\.v1\.prompt\.ordre"; did you mean "acp\.v1\.prompt\.order"\?/,
    ],
    [JSON.stringify(withEntries(GOOD, GOOD)), /entry 2: "acp\.v1\.prompt\.answered" stands there twice/],
    [JSON.stringify(withEntries({ ...GOOD, expires: "2027-02-31" })), /a day, as/],
    ["{", /it is not JSON/],
  ];

  for (const [text, message] of refused) {
    t.throws(() => readBaseline(fileOf(text), IDS), { code: "usage", message });
  }
  t.throws(() => readBaseline("/no/such/file", IDS), {
    message: /no such file; --baseline-update writes it/,
  });
});

test("a baseline is read as it was written, whole, with nothing left beside it", async (t) => {
  const path = fileOf("");
  const baseline = {
    ...EMPTY_BASELINE,
    entries: [
      { id: "acp.v1.prompt.order", reason: "known", issue: "https://example.org/1", expires: "2027-01-31" },
    ],
  };
  writeBaseline(path, baseline);

  t.same(readBaseline(path, IDS), baseline);
  t.equal(isBaseline(baseline), true);
  t.same(readdirSync(join(path, "..")), ["baseline.json"]);
  t.throws(() => writeBaseline("/proc/nothing/baseline.json", baseline), { code: "usage" });
});
