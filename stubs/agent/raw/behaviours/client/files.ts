import type { JsonObject } from "../../../../../src/wire/message.js";
import { type Behaviour, mutant, type Overrides } from "../../behaviour.js";
import { changeCall, changeUpdate, without } from "../../change.js";
import { INITIALIZE } from "../../obedient.js";

const READ = "fs/read_text_file";
const WRITE = "fs/write_text_file";

/** Defects in the use of the client's files, and in the reports of the tools that use them. */
export const fileMutants: readonly Behaviour[] = [
  mutant(
    "read-line-text",
    "gives a line number as text",
    changeCall(READ, (params) => ({ ...params, line: "1" })),
  ),
  mutant(
    "write-contentless",
    "writes a file without content",
    changeCall(WRITE, (params) => without(params, "content")),
  ),
  mutant(
    "read-relative",
    "reads by a relative path",
    changeCall(READ, (params) => ({ ...params, path: "notes.txt" })),
  ),
  mutant(
    "read-foreign-session",
    "reads for a session that there is not",
    changeCall(READ, (params) => ({ ...params, sessionId: "other" })),
  ),
  mutant(
    "read-line-zero",
    "reads from line 0 on",
    changeCall(READ, (params) => ({ ...params, line: 0 })),
  ),
  mutant("one-fs-flag", "takes the two flags of fs for one", {
    answers: {
      initialize: (_params, agent) => {
        const fs = agent.client["fs"];
        if (fs !== undefined)
          agent.client = { ...agent.client, fs: { readTextFile: true, writeTextFile: true } };
        return { result: INITIALIZE };
      },
    },
  }),
  mutant("unreported-tools", "reports no tool call", {
    outgoing: (message) => (isToolReport(message) ? [] : [message]),
  }),
  mutant("reports-late", "reports a tool call once it is at work", reportsLate()),
  mutant(
    "completes-failures",
    "reports a tool call that failed as completed",
    changeUpdate("tool_call_update", (update) =>
      update["status"] === "failed" ? { ...update, status: "completed" } : update,
    ),
  ),
  mutant("skips-progress", "never reports a tool call as running", dropsStatus(["in_progress"])),
  mutant("skips-the-end", "never reports how a tool call ended", dropsStatus(["completed", "failed"])),
];

function isToolReport(message: JsonObject): boolean {
  return JSON.stringify(message).includes('"sessionUpdate":"tool_call');
}

function dropsStatus(statuses: readonly string[]): Overrides {
  return {
    outgoing: (message) => {
      const isUpdate = JSON.stringify(message).includes('"sessionUpdate":"tool_call_update"');
      const update = (message["params"] as JsonObject | undefined)?.["update"] as JsonObject | undefined;
      return isUpdate && statuses.includes(String(update?.["status"])) ? [] : [message];
    },
  };
}

/** Keeps reports back until the next call of the client, or the end of the turn. */
function reportsLate(): Overrides {
  const kept: JsonObject[] = [];
  return {
    outgoing: (message, { kind }) => {
      if (isToolReport(message)) {
        kept.push(message);
        return [];
      }
      const all = kept.splice(0);
      return kind === "response" ? [...all, message] : [message, ...all];
    },
  };
}
