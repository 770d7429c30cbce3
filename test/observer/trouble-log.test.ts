import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { TroubleLog } from "../../src/observer/trouble-log.js";

test("TroubleLog makes its directory, keeps each trouble on one line, and no more than a hundred", (t) => {
  const folder = join(t.testdir({}), "a", "b");
  const log = new TroubleLog(folder);
  log.tell(new Error("Cannot do\nthis"));
  for (let each = 0; each < 200; each += 1) log.tell(`trouble ${each}`);

  const lines = readFileSync(join(folder, "acp-tee.log"), "utf8").trimEnd().split("\n");
  t.equal(lines.length, 100);
  t.match(lines[0], /^\d{4}-\d\d-\d\dT[\d:.]+Z \d+ Cannot do this$/);
  t.end();
});

test("TroubleLog survives a directory that cannot be made", (t) => {
  new TroubleLog("/proc/none").tell("lost");
  t.end();
});
