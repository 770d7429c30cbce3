import { mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ClientTurn } from "./turn.js";

/** Runs work in a directory of its own below the session's directory, which is all that a client may serve. */
export async function inSandbox(
  turn: ClientTurn,
  work: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  const { cwd } = turn;
  if (cwd === undefined) return "the client named no directory for its session";
  let folder: string;
  try {
    folder = await realpath(await mkdtemp(join(cwd, ".acp-assay-")));
  } catch (error) {
    return `Cannot make a directory in the session's ${JSON.stringify(cwd)}: ${String(error)}`;
  }
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return undefined;
}
