/** An agent that is a few lines of POSIX shell. */
export function shell(...lines: readonly string[]): readonly string[] {
  return ["sh", "-c", lines.join("\n")];
}
