import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { JournalFault, journalFault } from "./file/journal-fault.js";

const RUN_ID = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * The place of a run's journal in the published layout, `<root>/runs/<run_id>/journal.jsonl`. Throws a JournalFault for an
 * id that is no name of its own, and for a run whose folder or journal leads out of `<root>/runs` by a symbolic link.
 */
export function runJournalPath(root: string, runId: string): string {
  if (runId === "." || runId === ".." || !RUN_ID.test(runId)) {
    throw new JournalFault("usage", `unsafe run_id for journal path: ${JSON.stringify(runId)}`);
  }
  const runs = join(root, "runs");
  const path = join(runs, runId, "journal.jsonl");
  if (!realPath(path).startsWith(realPath(runs) + sep)) {
    throw new JournalFault("usage", `run_id escapes the journal runs root: ${JSON.stringify(runId)}`);
  }
  return path;
}

/** The real path of a place, of which the last parts need not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if (Object(error).code !== "ENOENT" || parent === path) throw journalFault("find", path, error);
    // A link whose target is not there yet leads to where a writer would make it.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? realPath(resolve(parent, readlinkSync(path))) : join(realPath(parent), basename(path));
  }
}
