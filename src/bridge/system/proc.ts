import { openSync, readlinkSync } from "node:fs";

/**
 * What only Linux has: /proc. On macOS and Windows, where none of this is tested, each of these throws or says no, and its
 * caller does without.
 */
const OWN_DESCRIPTORS = "/proc/self/fd";

/** Opens what a descriptor leads to once more, as a description of its own; throws where that cannot be. */
export function openAgain(fd: number, flags: number): number {
  return openSync(`${OWN_DESCRIPTORS}/${fd}`, flags);
}

/** Does it lead to a pipe without a name? */
export function isAnonymousPipe(fd: number): boolean {
  try {
    return readlinkSync(`${OWN_DESCRIPTORS}/${fd}`).startsWith("pipe:");
  } catch {
    return false;
  }
}
