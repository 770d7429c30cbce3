import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** A file that its user may not write; it takes another user to see it where the tests run as root. */
export const UNPRIVILEGED = "not permitted";

export type FileFault =
  | "none"
  | "missing directory"
  | "read-only"
  | "full disk"
  | "directory instead of file"
  | "FIFO without a reader"
  | typeof UNPRIVILEGED;

/** What may be wrong with a path that observations are written to; `folder` is empty and the cell's own. */
export const FILE_FAULTS: Readonly<Record<FileFault, (folder: string) => string>> = {
  none: (folder) => join(folder, "file"),
  "missing directory": (folder) => join(folder, "none", "file"),
  "read-only": () => "/proc/version",
  "full disk": () => "/dev/full",
  "directory instead of file": (folder) => folder,
  "FIFO without a reader": (folder) => {
    const path = join(folder, "fifo");
    spawnSync("mkfifo", [path]);
    return path;
  },
  [UNPRIVILEGED]: (folder) => join(folder, "file"),
};
