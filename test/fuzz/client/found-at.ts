import type { FoundAt } from "../agent/found-at.js";

/** What each mutant client is caught at within 200 conversations at seed 1. */
export const CLIENTS_FOUND_AT: Readonly<Record<string, FoundAt>> = {
  "dies-of-read-in-question": ["client.fuzz.stays-alive", 2],
  "deaf-after-withdrawal": ["client.fuzz.keeps-answering", 2],
  "loses-reused-id": ["client.fuzz.answers-every-request", 6],
  "answers-twice-beside-question": ["client.fuzz.one-response", 2],
  "mixes-permissions": ["client.fuzz.answer-scope", 6],
  "mixes-files": ["client.fuzz.answer-scope", 4],
  "writes-beside": ["client.fuzz.answer-scope", 4],
  "answers-tell-after-future": ["client.fuzz.silent-on-notifications", 2],
  "answers-late-withdrawal": ["client.fuzz.no-stray-response", 2],
  "leaves-commands": ["client.fuzz.released-commands-end", 6],
  "killed-status-as-text": ["acp.v1.terminal.output-schema", 6],
  "aborts-after-refusal": ["client.fuzz.stays-alive", 3],
  "positive-ids": ["client.fuzz.answers-every-request", 3],
};

/** Those that need the lines and the repetitions of depth lean. */
export const CLIENTS_FOUND_AT_LEAN: Readonly<Record<string, FoundAt>> = {
  "keeps-every-request": ["client.fuzz.memory", 1],
  "dies-of-junk": ["client.fuzz.survives-odd-input", 1],
};
