import { Buffer } from "node:buffer";
import { LineSplitter } from "../../../../src/wire/line-splitter.js";
import type { JsonObject } from "../../../../src/wire/message.js";
import { type Behaviour, mutant } from "../behaviour.js";

/** Defects in lines and bytes. */
export const transportMutants: readonly Behaviour[] = [
  mutant("latin1", "writes thoughts in Latin-1", {
    encode: (message) =>
      Buffer.from(`${JSON.stringify(message)}\n`, isKind(message, "agent_thought_chunk") ? "latin1" : "utf8"),
  }),
  mutant(
    "newline-first",
    "writes the newline in front of a message, so that the last one waits for the next",
    {
      encode: (message) => `\n${JSON.stringify(message)}`,
    },
  ),
  mutant("no-last-newline", "ends with a message that no newline ends", {
    end: () => process.stdout.write('{"jsonrpc":"2.0","method":"_raw-agent.example/bye","params":{}}'),
  }),
  mutant("pretty-plan", "spreads plans over several lines", {
    encode: (message) => `${JSON.stringify(message, null, isKind(message, "plan") ? 2 : 0)}\n`,
  }),
  mutant("array-of-updates", "writes plans as an array of one message", {
    encode: (message) => `${JSON.stringify(isKind(message, "plan") ? [message] : message)}\n`,
  }),
  mutant("banner", "greets on stdout before it reads", {
    start: () => process.stdout.write("raw agent 1.0 ready\n"),
  }),
  mutant("escape-glued", "sets the window title in front of its first plan", {
    encode: (message) => `${isKind(message, "plan") ? "\u001b]0;raw\u0007" : ""}${JSON.stringify(message)}\n`,
  }),
  mutant("json-log", "logs JSON objects on stdout", {
    start: () => process.stdout.write('{"level":"info","msg":"started"}\n'),
  }),
  mutant("log-at-end", "logs on stdout once its input has ended", {
    end: () => process.stdout.write("session saved\n"),
  }),
  mutant("read-is-message", "takes each read for whole messages", {
    lines: (chunk) => cut(chunk).filter((line) => line.length > 0),
  }),
  mutant("first-of-read", "drops all but the first message of a read", {
    lines: (chunk) =>
      splitter
        .push(chunk)
        .slice(0, 1)
        .map(({ bytes }) => bytes),
  }),
];

const splitter: LineSplitter = new LineSplitter();

function cut(chunk: Buffer): Buffer[] {
  const whole = new LineSplitter();
  const lines = whole.push(chunk);
  const last = whole.end();
  return [...lines, ...(last === undefined ? [] : [last])].map(({ bytes }) => bytes);
}

function isKind(message: JsonObject, kind: string): boolean {
  return JSON.stringify(message).includes(`"sessionUpdate":"${kind}"`);
}
