/** The line of stderr that most likely says why: the last one that speaks of an error, else the last one. */
export function lastWords(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return lines.findLast((line) => /error|cannot|not found|denied|fatal/i.test(line)) ?? lines.at(-1) ?? "";
}
