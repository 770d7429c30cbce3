import { type BridgeStub, lineMutant, mutant } from "./stub-entry.js";

/** Defects in bytes, lines and encoding. */
export const BYTE_MUTANTS: readonly BridgeStub[] = [
  mutant("corrupts-split-utf8", "Decodes chunk by chunk, so that a split character is lost.", 18),
  mutant("splits-lines-at-chunk", "Ends every chunk with a line end.", 81),
  mutant("leaks-log-line", "Writes a line of its own into the agent's output at the start.", 1),
  mutant("waits-for-the-agent", "Passes nothing to the agent until the agent has written something."),
  mutant("buffers-by-block", "Writes blocks of 4096 bytes only, the rest at the end.", 81),
  mutant("buffers-without-bound", "Reads on and piles up while the receiver does not read.", 80),
  mutant("drops-when-slow", "Throws away what comes while 1 MiB waits for the receiver.", 80),
  mutant("terminates-the-tail", "Adds a line end to an unterminated last line."),
  lineMutant("swallows-unterminated-tail", "Loses a last line without a line end.", 8),
  lineMutant("drops-blank-lines", "Drops blank lines."),
  lineMutant(
    "holds-last-line",
    "Passes a line on only when the next one comes, the last one at the end.",
    81,
  ),
  lineMutant("folds-crlf", "Turns CRLF into LF.", 23),
  lineMutant("writes-crlf", "Turns LF into CRLF on the agent's output.", 23),
  lineMutant("splits-on-u2028", "Adds a line end after U+2028 and U+2029.", 19),
  lineMutant("truncates-past-64k", "Cuts lines at 65,536 bytes.", 12),
  lineMutant("dies-past-64k", "Exits with code 1 at a line of more than 65,536 bytes.", 10),
  lineMutant("strips-bom", "Removes a byte order mark from the beginning of a line.", 6),
  lineMutant("replaces-invalid-utf8", "Puts replacement characters into lines that are not UTF-8.", 20),
  lineMutant("dies-on-invalid-utf8", "Exits with code 1 at a line that is not UTF-8.", 20),
  lineMutant("trims-lines", "Removes white space at both ends of a line, a carriage return too."),
  lineMutant("strips-escape-sequences", "Removes terminal control sequences.", 3),
  lineMutant("cuts-at-nul", "Cuts a line at its first NUL byte."),
  lineMutant("composes-unicode", "Normalises text to composed characters (NFC)."),
];
