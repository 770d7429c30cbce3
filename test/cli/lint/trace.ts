import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LintedRole, lintTraces } from "../../../src/cli/lint/lint-traces.js";
import { registry } from "../../conformance/bench.js";
import type { Planted } from "./planted.js";

/** A line of a recorded connection, with its way. */
export type Line = readonly [dir: "c2a" | "a2c", text: string];

type Members = Readonly<Record<string, unknown>>;

/** A message as a line. */
export function line(dir: Line[0], message: Members): Line {
  return [dir, JSON.stringify({ jsonrpc: "2.0", ...message })];
}

/** A character that stands for a byte that is no UTF-8. */
export const NO_UTF8 = "\ue0ff";

/** The conversation with what was planted; undefined where a change has no place. */
export function changed(
  lines: readonly Line[],
  subject: Line[0],
  [, ...changes]: Planted,
): Line[] | undefined {
  const [from = "", to = "", ...more] = changes;
  const has = ([, text]: Line): boolean => text.includes(from);
  const own = lines.findIndex((one) => one[0] === subject && has(one));
  const at = own === -1 ? lines.findIndex(has) : own;
  if (at === -1) return undefined;
  const all = lines.flatMap((one, place): Line[] => {
    const [dir, text] = one;
    return place === at
      ? text
          .replace(from, () => to)
          .split("\n")
          .map((part): Line => [dir, part])
      : [one];
  });
  const [alsoFrom, alsoTo] = more;
  return alsoFrom === undefined || alsoTo === undefined ? all : changed(all, subject, ["", alsoFrom, alsoTo]);
}

/** What lint finds in these lines, which are written into this folder. */
export async function found(folder: string, role: LintedRole, lines: readonly Line[]): Promise<string[]> {
  const path = join(folder, "trace.jsonl");
  const traced = lines.map(([dir, text], place) => JSON.stringify({ t: place, dir, ...written(text) }));
  writeFileSync(path, `${traced.join("\n")}\n`);
  return await lint(path, role);
}

/** What lint finds in a trace, without `acp.v1.`. */
export async function lint(path: string, role: LintedRole): Promise<string[]> {
  const { checks } = await lintTraces({ paths: [path], schema: "v1", strict: false, role, registry });
  return checks
    .filter(({ status }) => status === "FAIL" || status === "WARN")
    .map(({ id }) => id.replace("acp.v1.", ""));
}

/** A line as a trace holds it. */
function written(text: string): { line: string } | { b64: string } {
  if (!text.includes(NO_UTF8)) return { line: text };
  const [first = "", ...others] = text.split(NO_UTF8);
  const bytes = Buffer.concat([
    Buffer.from(first),
    ...others.flatMap((part) => [Buffer.of(0xff), Buffer.from(part)]),
  ]);
  return { b64: bytes.toString("base64") };
}
