import { join } from "node:path";
import type { JsonObject } from "../../../wire/message.js";
import type { Asking } from "../model/command.js";
import type { Subject } from "./asked.js";

/** A request of the agent as it will be sent, without its session. */
export interface Form {
  readonly method: string;
  readonly params: JsonObject;
  readonly subject: Subject;
}

/** What requests can be about: the files of one directory, and a terminal. */
export interface Surroundings {
  readonly folder: string;
  readonly terminalId: string | undefined;
  /** What the terminal's command prints. */
  readonly terminalMark: string | undefined;
  /** A number that no other request of the conversation has. */
  readonly number: number;
  readonly place: number;
}

/** How many files there are to be read. */
export const FILES = 3;

/** The text of a file, of three lines. */
export function fileText(place: number): string {
  const mark = fileMark(place);
  return `${mark}1\n${mark}2\n${mark}3\n`;
}

/** What a request of this kind looks like; undefined where there is nothing that it could be about. */
export function formOf(what: Asking, around: Surroundings): Form | undefined {
  const { folder, number, place } = around;
  const file = place % FILES;
  switch (what) {
    case "permission":
      return permission(number, ["allow_once", "reject_once"], "permission");
    case "lasting-permission":
      return permission(number, ["allow_always", "reject_always"], "lasting-permission");
    case "read":
      return read(folder, `f${file}`, { what, mark: fileMark(file) });
    case "read-window":
      return read(folder, `f${file}`, { what, mark: fileMark(file) }, { line: 2, limit: 1 });
    case "read-missing":
      return read(folder, "missing", { what });
    case "write": {
      const path = join(folder, `w${place % FILES}`);
      const mark = `acpassay_w${number}_`;
      return { method: "fs/write_text_file", params: { path, content: mark }, subject: { what, path, mark } };
    }
    case "run":
    case "run-long":
      return run(what, around);
    case "output":
    case "wait":
    case "kill":
    case "release":
      return ofTerminal(what, around);
    case "custom":
      return { method: "_acp-assay/ask", params: {}, subject: { what } };
    case "unknown":
      return { method: "acp-assay/unknown", params: {}, subject: { what } };
  }
}

/** The numbers of the requests, and of the files, whose marks stand in a text. */
export function marksIn(text: string): Set<string> {
  return new Set([...text.matchAll(/acpassay_[frw]\d+_/g)].map(([mark]) => mark));
}

const METHODS = {
  output: "terminal/output",
  wait: "terminal/wait_for_exit",
  kill: "terminal/kill",
  release: "terminal/release",
} as const;

function ofTerminal(
  what: keyof typeof METHODS,
  { terminalId, terminalMark }: Surroundings,
): Form | undefined {
  if (terminalId === undefined) return undefined;
  const mark = what === "output" && terminalMark !== undefined ? { mark: terminalMark } : {};
  return { method: METHODS[what], params: { terminalId }, subject: { what, terminalId, ...mark } };
}

function fileMark(place: number): string {
  return `acpassay_f${place}_`;
}

function read(folder: string, name: string, subject: Subject, more: JsonObject = {}): Form {
  return { method: "fs/read_text_file", params: { path: join(folder, name), ...more }, subject };
}

/** The ids of its options are its own, so that an answer to another request is known by them. */
function permission(number: number, kinds: readonly [string, string], what: Asking): Form {
  const options = kinds.map((kind) => ({ optionId: `${kind}-${number}`, name: kind, kind }));
  const toolCall = { toolCallId: `call-${number}`, title: `acp-assay asks (${number})` };
  return { method: "session/request_permission", params: { toolCall, options }, subject: { what } };
}

/** A shell, since another Node takes a while to start; one that goes on leaves its process id in a file. */
function run(what: "run" | "run-long", { folder, number }: Surroundings): Form {
  const mark = `acpassay_r${number}_`;
  const pidPath = join(folder, `p${number}`);
  const script = what === "run" ? `echo ${mark}` : `echo ${mark}; echo $$ > p${number}; exec sleep 300`;
  return {
    method: "terminal/create",
    params: { command: "/bin/sh", args: ["-c", script], cwd: folder },
    subject: { what, mark, ...(what === "run" ? {} : { pidPath }) },
  };
}
