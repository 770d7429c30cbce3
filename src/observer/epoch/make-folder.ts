import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../system-error.js";

/**
 * Makes a directory for this user alone, and those above it that are missing. Node's own `recursive` never returns where
 * a file system says ENOENT of a name in a directory that exists, as /proc does.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    const parent = dirname(path);
    if (errorCode(error) !== "ENOENT" || parent === path) throw error;
    makeFolder(parent);
    mkdirAgain(path);
  }
}

function mkdirAgain(path: string): void {
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another process was faster.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
