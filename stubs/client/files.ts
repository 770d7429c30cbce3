import { readFileSync, writeFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { JsonObject } from "../../src/wire/message.js";
import type { Answer } from "./behaviour.js";

const NOT_FOUND: Answer = { error: { code: -32002, message: "Resource not found" } };
const RELATIVE: Answer = { error: { code: -32602, message: "The path is not absolute" } };

/** Reads a file or, with `line` (from 1) and `limit`, some of its lines (docs/protocol/v1/file-system.mdx). */
export function readFile({ path, line, limit }: JsonObject): Answer {
  if (!isAbsolute(String(path))) return RELATIVE;
  try {
    const text = readFileSync(String(path), "utf8");
    return {
      result: { content: linesOf(text, numberOr(line, 1), numberOr(limit, Number.POSITIVE_INFINITY)) },
    };
  } catch {
    return NOT_FOUND;
  }
}

/** Creates or replaces a file. */
export function writeFile(path: string, content: string): Answer {
  if (!isAbsolute(path)) return RELATIVE;
  try {
    writeFileSync(path, content);
    return { result: {} };
  } catch {
    return NOT_FOUND;
  }
}

/** So many lines of a text from this one on, counted from 1. */
export function linesOf(text: string, line: number, limit: number): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const start = Math.max(line, 1) - 1;
  return lines.slice(start, start + limit).join("");
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
