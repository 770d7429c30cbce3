import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { isAnonymousPipe, openAgain } from "./system/proc.js";
import { isWindows } from "./system/windows.js";

/** What the client gave us as stdin, stdout or stderr, and what we took over from it. */
export type StandardDescriptor = 0 | 1 | 2;

const ACCESS = [constants.O_RDONLY, constants.O_WRONLY, constants.O_WRONLY];

/**
 * Moves an anonymous pipe that the client gave us to a description of our own, and returns its descriptor; anything else
 * stays where it is.
 *
 * The event loop needs O_NONBLOCK, a flag of the open file description, which we may share with the agent (`2>&1`), with
 * the shell that started us or with whatever runs after us. Named FIFOs are left alone: reopened after their writer has
 * gone, Linux never reports their end.
 */
export function ownDescriptor(fd: StandardDescriptor): number {
  try {
    if (!isAnonymousPipe(fd)) return fd;
    const own = openAgain(fd, (ACCESS[fd] ?? 0) | constants.O_NONBLOCK);
    park(fd);
    return own;
  } catch {
    // No such file system, a pipe of another user, or a pipe without a reader: the given descriptor does as well.
    return fd;
  }
}

/** Threads that are starting, and the descriptors that are to be parked once none is. */
let starting = 0;
const waiting: StandardDescriptor[] = [];

/**
 * Keeps standard descriptors where they are until the function that it returns is called. A thread that starts opens
 * descriptors for its event loop; one that took the place of a standard one just closed would end the process, because
 * libuv takes closing it for a mistake (core.c, uv__close).
 */
export function holdStandardDescriptors(): () => void {
  starting += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    starting -= 1;
    if (starting === 0) for (const fd of waiting.splice(0)) park(fd);
  };
}

/**
 * Closes a standard descriptor and puts /dev/null in its place, so that no file opened later becomes stdin, stdout or
 * stderr by accident. Closing is what shows the client an end of file or EPIPE, and libuv never does it below 3.
 */
export function park(fd: StandardDescriptor): void {
  if (isWindows) return;
  if (starting > 0) {
    waiting.push(fd);
    return;
  }
  closeSync(fd);
  try {
    const parked = openSync(devNull, constants.O_RDWR);
    if (parked !== fd) closeSync(parked);
  } catch {
    // Without /dev/null the place stays free; closing was the point.
  }
}

/** Gives back any descriptor; a standard one is parked. */
export function release(fd: number): void {
  if (fd === 0 || fd === 1 || fd === 2) park(fd);
  else closeSync(fd);
}

/** Do the two lead to the same pipe, socket or file? Then they may share one description. */
export function areSameFile(left: number, right: number): boolean {
  const one = fstatSync(left);
  const other = fstatSync(right);
  return one.dev === other.dev && one.ino === other.ino;
}

/** Can the event loop wait for it: a pipe or a stream socket? */
export function isPollable(fd: number): boolean {
  const status = fstatSync(fd);
  return status.isFIFO() || status.isSocket();
}
