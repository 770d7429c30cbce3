import { lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { JsonObject } from "../../wire/message.js";
import { type Answer, INVALID_PARAMS, RESOURCE_NOT_FOUND, refusal } from "./answers.js";

/** The files of one directory, as a client serves them to an agent (docs/protocol/v1/file-system.mdx). */
export class Workspace {
  readonly root: string;

  /** `root` is an existing directory. */
  constructor(root: string) {
    this.root = realpathSync(root);
  }

  /** Answers `fs/read_text_file`; `line` counts from 1, and `limit` is a number of lines. */
  read({ path, line, limit }: JsonObject): Answer {
    const place = this.placeOf(path);
    if (typeof place !== "string") return place;
    let text: string;
    try {
      text = readFileSync(place, "utf8");
    } catch (error) {
      return refusal(RESOURCE_NOT_FOUND, `Cannot read the file: ${codeOf(error)}`);
    }
    const isWhole = !isCount(line) && !isCount(limit);
    return { result: { content: isWhole ? text : linesOf(text, line, limit) } };
  }

  /** Answers `fs/write_text_file`: creates the file where there is none, with its directories. */
  write({ path, content }: JsonObject): Answer {
    const place = this.placeOf(path);
    if (typeof place !== "string") return place;
    if (typeof content !== "string") return refusal(INVALID_PARAMS, "content is no text");
    try {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
      return { result: {} };
    } catch (error) {
      return refusal(INVALID_PARAMS, `Cannot write the file: ${codeOf(error)}`);
    }
  }

  /** The real path of what an agent names, or the refusal of a path that is not absolute or leads outside. */
  placeOf(path: unknown): string | Answer {
    if (typeof path !== "string" || !isAbsolute(path)) return refusal(INVALID_PARAMS, "path is not absolute");
    if (path.includes("\u0000")) return refusal(INVALID_PARAMS, "no path holds NUL");
    const place = realPlace(resolve(path));
    if (place === undefined || !this.#holds(place))
      return refusal(INVALID_PARAMS, "path leads out of the workspace");
    return place;
  }

  #holds(place: string): boolean {
    const inner = relative(this.root, place);
    return inner === "" || !(inner === ".." || inner.startsWith(`..${sep}`) || isAbsolute(inner));
  }
}

/**
 * Where a path really leads: its deepest existing directory by its real path, the rest as named. A link at the end is
 * followed too, and one that leads nowhere leads outside: writing through it would make a file there.
 */
function realPlace(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (isDangling(path)) return undefined;
    const parent = dirname(path);
    const above = parent === path ? path : realPlace(parent);
    return above === undefined ? undefined : join(above, basename(path));
  }
}

function isDangling(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // A name that is too long, or below a file: nothing is there.
    return false;
  }
}

/** The lines from number `line` on, `limit` of them at most, each with its own line end. */
function linesOf(text: string, line: unknown, limit: unknown): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const first = isCount(line) ? Math.max(line, 1) - 1 : 0;
  return lines.slice(first, isCount(limit) ? first + limit : undefined).join("");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unreadable";
}
