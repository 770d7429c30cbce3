import { existsSync, readFileSync } from "node:fs";
import type { JsonObject } from "../../../src/wire/message.js";
import { type Answer, type Answerer, type Behaviour, mutant } from "../behaviour.js";
import { answer, changeResult } from "../change.js";
import { readFile, writeFile } from "../files.js";

const READ = "fs/read_text_file";
const WRITE = "fs/write_text_file";
const METHOD_NOT_FOUND: Answer = { error: { code: -32601, message: "Method not found" } };

/** Defects in serving files. */
export const fileMutants: readonly Behaviour[] = [
  mutant(
    "read-trimmed",
    "trims what it reads",
    changeResult(READ, (result) => ({ content: String(result["content"]).trim() })),
  ),
  mutant(
    "reads-anywhere",
    "reads files outside of its session's roots",
    answer("fs/read_text_file", (params) => readFile(params)),
  ),
  mutant(
    "read-unserved",
    "announces reads and serves none",
    answer(READ, () => METHOD_NOT_FOUND),
  ),
  mutant(
    "read-from-zero",
    "counts lines from 0",
    read(({ line, ...rest }) => ({ ...rest, ...shift(line) })),
  ),
  mutant(
    "read-no-limit",
    "reads on past the limit of a read without a line",
    read((params) => (params["line"] === undefined ? { ...params, limit: null } : params)),
  ),
  mutant(
    "read-to-line",
    "takes the limit for the last line",
    read((params) =>
      typeof params["line"] === "number" && typeof params["limit"] === "number"
        ? { ...params, limit: Math.max(params["limit"] - params["line"] + 1, 0) }
        : params,
    ),
  ),
  mutant(
    "missing-is-empty",
    "reads a missing file as an empty one",
    answer(READ, (params) => {
      const result = readFile(params);
      return result !== "silence" && "error" in result ? { result: { content: "" } } : result;
    }),
  ),
  mutant(
    "write-unserved",
    "announces writes and serves none",
    answer(WRITE, () => METHOD_NOT_FOUND),
  ),
  mutant(
    "write-existing",
    "says that it wrote a file that it did not create",
    write((path, content) => (existsSync(path) ? writeFile(path, content) : { result: {} })),
  ),
  mutant(
    "write-appends",
    "adds to what stands there",
    write((path, content) =>
      writeFile(path, existsSync(path) ? readFileSync(path, "utf8") + content : content),
    ),
  ),
  mutant(
    "write-true",
    "answers a write with true",
    changeResult(WRITE, () => true),
  ),
  mutant("write-or-read", "serves no reads once it has written", {
    answers: {
      [WRITE]: ({ path, content }) => {
        hasWritten = true;
        return writeFile(String(path), String(content));
      },
      [READ]: (params) => (hasWritten ? METHOD_NOT_FOUND : readFile(params)),
    },
  }),
];

let hasWritten = false;

function read(change: (params: JsonObject) => JsonObject): Parameters<typeof mutant>[2] {
  return answer(READ, (params) => (typeof params["path"] === "string" ? readFile(change(params)) : INVALID));
}

function write(act: (path: string, content: string) => Answer): Parameters<typeof mutant>[2] {
  const answerer: Answerer = ({ path, content }) => act(String(path), String(content));
  return answer(WRITE, answerer);
}

const INVALID: Answer = { error: { code: -32602, message: "Invalid params" } };

/** Whole reads stay whole, and windows that have a limit too: only the line alone is off by one. */
function shift(line: JsonObject[string] | undefined): JsonObject {
  return typeof line === "number" ? { line: line + 1 } : {};
}
