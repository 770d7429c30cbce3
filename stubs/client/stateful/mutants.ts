import { Buffer } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject, type Json } from "../../../src/wire/message.js";
import { type Answer, type Behaviour, mutant } from "../behaviour.js";
import { answer, changeResult } from "../change.js";
import type { RawClient } from "../client.js";
import { readFile, writeFile } from "../files.js";
import { decide, WITHDRAWN } from "../obedient.js";

/** How long a read takes, so that another one comes meanwhile however the requests arrive. */
const READS_MS = 20;

/** Defects that show only in some state: what was asked before, what else is open, how the bytes came. */
export const statefulMutants: readonly Behaviour[] = [
  mutant(
    "dies-of-read-in-question",
    "ends when a file is read while its user has a question to answer",
    answer("fs/read_text_file", (params, client) => {
      if (client.undecided.size > 0) process.exit(1);
      return readFile(params);
    }),
  ),
  mutant("deaf-after-withdrawal", "reads nothing any more once a question was withdrawn", {
    incoming: (message, client) => {
      const isWithdrawal = message.kind === "notification" && message.method === "$/cancel_request";
      if (isWithdrawal && hasQuestion(client)) {
        isDeaf = true;
        for (const settle of client.undecided.values()) settle(WITHDRAWN);
      }
      return isDeaf;
    },
  }),
  mutant("loses-reused-id", "loses the answer to a request whose id it has answered before", {
    outgoing: (message, { kind }) => {
      if (kind !== "response") return [message];
      const key = JSON.stringify(message["id"]);
      if (answered.has(key)) return [];
      answered.add(key);
      return [message];
    },
  }),
  mutant("answers-twice-beside-question", "answers twice while its user has a question to answer", {
    outgoing: (message, { kind, method }, client) =>
      kind === "response" && method !== "session/request_permission" && client.undecided.size > 0
        ? [message, message]
        : [message],
  }),
  mutant(
    "mixes-permissions",
    "selects the option of its first question for every other one that it has just been asked",
    answer("session/request_permission", async (params, client, id) => {
      const own = await decide(params, client, id);
      const [first] = questions;
      questions.push(own);
      return first ?? own;
    }),
  ),
  mutant(
    "mixes-files",
    "reads the file of the last request when another comes while it reads",
    answer("fs/read_text_file", async (params) => {
      lastPath = params["path"] ?? null;
      await sleep(READS_MS);
      return readFile({ ...params, path: lastPath });
    }),
  ),
  mutant(
    "writes-beside",
    "writes into the file of the write before",
    answer("fs/write_text_file", ({ path, content }) => {
      const place = String(written ?? path);
      written = String(path);
      return writeFile(place, String(content));
    }),
  ),
  mutant(
    "answers-tell-after-future",
    "answers custom notifications once it has met an update of the future",
    {
      incoming: (message, client) => {
        if (message.kind !== "notification") return false;
        const update = isJsonObject(message.params) ? message.params["update"] : undefined;
        if (isJsonObject(update) && update["sessionUpdate"] === "acp_assay_future") hasMetFuture = true;
        if (hasMetFuture && message.method === "_acp-assay/tell") refuse(client, null);
        return false;
      },
    },
  ),
  mutant("answers-late-withdrawal", "answers the withdrawal of what it has answered already", {
    incoming: (message, client) => {
      if (message.kind === "notification" && message.method === "$/cancel_request" && !hasQuestion(client))
        refuse(client, "withdrawn");
      return false;
    },
  }),
  mutant(
    "leaves-commands",
    "lets a command go on when its terminal is released",
    answer("terminal/release", ({ terminalId }, client) => {
      client.terminals.byId.delete(String(terminalId));
      return { result: {} };
    }),
  ),
  mutant(
    "killed-status-as-text",
    "tells the exit status of a killed command as text",
    changeResult("terminal/output", (result) => {
      const { exitStatus } = result;
      const isKilled = isJsonObject(exitStatus) && typeof exitStatus["signal"] === "string";
      return isKilled ? { ...result, exitStatus: "killed" } : result;
    }),
  ),
  mutant("aborts-after-refusal", "aborts at an update behind a turn that was refused", {
    incoming: (message) => {
      const { result } = message.kind === "response" ? message.value : {};
      if (isJsonObject(result) && result["stopReason"] === "refusal") wasRefused = true;
      if (wasRefused && message.kind === "notification" && message.method === "session/update")
        process.abort();
      return false;
    },
  }),
  mutant("positive-ids", "answers with the absolute value of an id while a command runs", {
    outgoing: (message, { kind }, client) => {
      const { id } = message;
      const isNegative = kind === "response" && typeof id === "number" && id < 0;
      return [isNegative && client.terminals.byId.size > 0 ? { ...message, id: -id } : message];
    },
  }),
  mutant("keeps-every-request", "keeps a megabyte of each request", {
    incoming: (message) => {
      if (message.kind === "request") kept.push(Buffer.alloc(1024 * 1024, message.method));
      return false;
    },
  }),
  mutant("dies-of-junk", "ends at a line that is not JSON", {
    incoming: (message) => {
      if (message.kind === "malformed" && message.reason === "not JSON") process.exit(2);
      return false;
    },
  }),
];

const answered: Set<string> = new Set();
const questions: Answer[] = [];
const kept: Buffer[] = [];
let isDeaf = false;
let lastPath: Json = null;
let written: string | undefined;
let hasMetFuture = false;
let wasRefused = false;

function hasQuestion({ undecided }: RawClient): boolean {
  return undecided.size > 0;
}

function refuse(client: RawClient, id: Json): void {
  client.send(
    { jsonrpc: "2.0", id, error: { code: -32601, message: "No" } },
    { method: "", kind: "response" },
  );
}
