import type { Requirement } from "../requirement.js";
import type { CheckResult } from "./report.js";

/** What a row says of its requirement. */
export type RowHead = Pick<CheckResult, "id" | "role" | "level" | "statement" | "citation">;

/** The part of a row that is the same whatever was seen. */
export function rowHead({ id, role, level, statement, citation }: Requirement): RowHead {
  return { id, role, level, statement, citation };
}
