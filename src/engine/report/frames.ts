import { isUtf8 } from "node:buffer";
import type { Frame } from "../../wire/frame.js";
import type { ReportFrame } from "./report.js";

/** Longer lines are cut in reports; the transcript of a saved failure has them whole. */
const LONGEST_LINE = 4096;

/** A frame as a report and the trace format write it. */
export function reportFrame(
  frame: Pick<Frame, "number" | "direction" | "atMicros" | "bytes" | "eol">,
): ReportFrame {
  const { number, direction, atMicros, bytes, eol } = frame;
  const base = { number, dir: direction, t: atMicros };
  const end = eol === "\n" ? {} : { eol };
  if (!isUtf8(bytes)) return { ...base, b64: bytes.subarray(0, LONGEST_LINE).toString("base64"), ...end };
  const text = bytes.toString("utf8");
  const line = text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}… (${bytes.length} bytes)`;
  return { ...base, line, ...end };
}
