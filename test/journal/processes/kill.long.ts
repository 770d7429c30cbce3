import { join } from "node:path";
import { test } from "tap";
import { newFolder } from "../../new-folder.js";
import { killRounds } from "./kill-rounds.js";

const JOURNALS = 20;
const ROUNDS = 10;

test("kill -9 at random points 200 times loses nothing that was acknowledged", {
  timeout: 280_000,
}, async (t) => {
  const broken: string[] = [];
  const sums = { rows: 0, tailRows: 0, tornBytes: 0, tails: 0 };
  for (let journal = 0; journal < JOURNALS; journal += 1) {
    const rounds = await killRounds(join(newFolder(t), "journal.jsonl"), ROUNDS);
    broken.push(...rounds.broken);
    for (const { rows, tornBytes } of rounds.tails) {
      sums.tails += 1;
      sums.tailRows += rows;
      sums.tornBytes += tornBytes;
    }
    sums.rows += rounds.rows;
  }

  t.same(broken, [], `${JOURNALS * ROUNDS} kills: ${JSON.stringify(sums)}`);
  t.ok(sums.tails > 0, "some kills hit a batch that was being written");
});
