import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openJournal } from "../../../src/journal/journal-writer.js";
import { type Tail, verifyJournal } from "../../../src/journal/verify-journal.js";
import { spawnPlain } from "../../plain-node.js";

/** A program that journals at full speed until it is killed. */
export const WRITER: string = fileURLToPath(new URL("fixtures/writer.js", import.meta.url));
const LONGEST_LIFE_MS = 60;

/** What some rounds of kill -9 left. */
export interface KillRounds {
  /** Rounds after which the journal was not readable, did not verify, or had lost an acknowledged row. */
  readonly broken: readonly string[];
  /** What rounds left that was never acknowledged. */
  readonly tails: readonly Tail[];
  /** Rows that all rounds wrote. */
  readonly rows: number;
}

/** Lets a writer journal at full speed and kills it, again and again on one journal; each round goes on with it. */
export async function killRounds(file: string, rounds: number): Promise<KillRounds> {
  const broken: string[] = [];
  const tails: Tail[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const acknowledged = await killOne(file, round);
    const { ok, count, sealed = 0, tail, divergence } = verifyJournal(file);
    if (!ok || count < acknowledged || sealed < acknowledged) {
      broken.push(
        `round ${round}: ${divergence?.reason ?? ""} ${count} rows, ${sealed} sealed, ${acknowledged} acknowledged`,
      );
    }
    if (tail.rows > 0 || tail.tornBytes > 0) tails.push(tail);
  }
  const last = openJournal({ file, resume: true });
  last.close();
  if (!verifyJournal(file).isClosed) broken.push("the last resumption");
  return { broken, tails, rows: last.count };
}

/** The rows that the writer had acknowledged when it was killed. */
async function killOne(file: string, round: number): Promise<number> {
  const writer = spawnPlain([process.execPath, WRITER, file, `${1 + (round % 5) * 60}`], "/");
  let said = "";
  writer.stdout.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("latin1")).slice(-100);
  });
  await once(writer.stdout, "data");
  const ended = once(writer, "close");
  setTimeout(() => writer.kill("SIGKILL"), Math.random() * LONGEST_LIFE_MS);
  await ended;
  return Number(said.trimEnd().split("\n").at(-1));
}
