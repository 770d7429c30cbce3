import { Buffer } from "node:buffer";
import { LineSplitter } from "../../../src/wire/line-splitter.js";
import { type Behaviour, mutant } from "../behaviour.js";
import { alsoWrites } from "../change.js";

const LOG = '{"jsonrpc":"2.0","method":"_raw-client.example/log","params":{"text":"é"}}';

/** Defects in bytes and lines. */
export const transportMutants: readonly Behaviour[] = [
  mutant("latin1", "writes a message in Latin-1", alsoWrites(Buffer.from(`${LOG}\n`, "latin1"))),
  mutant(
    "pretty",
    "spreads a message over lines",
    alsoWrites(`${JSON.stringify(JSON.parse(LOG), null, 2)}\n`),
  ),
  mutant("array", "writes an array of messages", alsoWrites(`[${LOG},${LOG}]\n`)),
  mutant("greeting", "says something before it speaks the protocol", {
    start: (client) => client.write("Hello agent\n"),
  }),
  mutant("json-log", "writes a number of its own to the agent", alsoWrites("42\n")),
  mutant("no-last-newline", "ends its last message with the stream", { lastWords: LOG }),
  mutant("read-is-message", "takes what comes in one read for whole messages", {
    lines: (chunk) => new LineSplitter().push(chunk).map(({ bytes }) => bytes),
  }),
  mutant("first-of-read", "sees only the first message of a read", {
    lines: (chunk) => {
      const [first] = splitter.push(chunk);
      return first === undefined ? [] : [first.bytes];
    },
  }),
];

const splitter = new LineSplitter();
