import { devNull, homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Where epochs are kept: the directory that was given, or the user's own for state. */
export function stateDirectory(given: string | undefined): string {
  if (given !== undefined) return absolute(given);
  const { XDG_STATE_HOME = "" } = process.env;
  // A relative one is to be ignored (XDG Base Directory Specification, "Environment variables").
  if (isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, "acp-assay");
  const home = homeDirectory();
  // Below that nothing can be written: epochs are random then.
  return home === undefined ? join(devNull, "acp-assay") : join(home, ".local", "state", "acp-assay");
}

/** The user's home directory; undefined for a user without one, such as those of many containers. */
export function homeDirectory(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    // HOME is unset and no list of users knows this one.
    return undefined;
  }
}

/** The path as seen from the working directory, or as it is where that has been removed. */
export function absolute(path: string): string {
  try {
    return resolve(path);
  } catch {
    return path;
  }
}
