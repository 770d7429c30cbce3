import type { Failure } from "../../engine/failure.js";
import { printable } from "../../engine/report/printable.js";

/** What a failure is about, in one line that is safe in a comment and in a title. */
export function aboutFailure({ id, check }: Failure): string {
  return printable(`${id} ${check.id}: ${check.statement}`).replaceAll(/\s+/g, " ");
}
