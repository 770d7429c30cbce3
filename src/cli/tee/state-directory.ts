import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where epochs are kept: the directory that was given, or the user's own for state. */
export function stateDirectory(given: string | undefined): string {
  if (given !== undefined) return resolve(given);
  const { XDG_STATE_HOME } = process.env;
  // A relative one is to be ignored (XDG Base Directory Specification, "Environment variables").
  const base = XDG_STATE_HOME?.startsWith("/") ? XDG_STATE_HOME : join(homedir(), ".local", "state");
  return join(base, "acp-assay");
}
