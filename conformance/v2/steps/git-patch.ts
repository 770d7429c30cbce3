import type { Json } from "../../../src/wire/message.js";
import { member } from "../../scenarios/steps/reply.js";
import { isAbsolutePath } from "./values.js";

const SECTION = "diff --git ";

/**
 * What is wrong with the text of a patch: it is one or more sections as git writes them, without an envelope around them,
 * and its paths are absolute and among those of the changes (docs/protocol/v2/tool-calls.mdx, "Diffs").
 */
export function patchProblem(text: string, changes: readonly Json[]): string | undefined {
  if (!text.startsWith(SECTION)) return `it begins with ${JSON.stringify(text.slice(0, 40))}`;
  const paths = text.split(`\n${SECTION}`).flatMap(pathsOf);
  const relative = paths.find((path) => !isAbsolutePath(path));
  if (relative !== undefined) return `the path ${JSON.stringify(relative)}`;
  const known = changes.flatMap((change) => [member(change, "path"), member(change, "oldPath")]);
  const stranger = paths.find((path) => !known.includes(path));
  return stranger === undefined ? undefined : `${JSON.stringify(stranger)}, which no change names`;
}

/** The paths in the head of a section; what git had to quote is left out. */
function pathsOf(section: string): string[] {
  const [head = ""] = section.split("\n@@");
  return [...head.matchAll(/^(?:--- |\+\+\+ |(?:rename|copy) (?:from|to) )([^\n\t"]+)\t?$/gm)]
    .map(([, path = ""]) => path.replace(/\r$/, ""))
    .filter((path) => path !== "/dev/null");
}
