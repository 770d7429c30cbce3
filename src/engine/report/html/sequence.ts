import { Buffer } from "node:buffer";
import { html } from "hono/html";
import { readMessage } from "../../../wire/message.js";
import type { Role } from "../../requirement.js";
import { printable } from "../printable.js";
import type { ReportFrame } from "../report.js";
import { jsonLines } from "./json-text.js";
import { type Markup, shown } from "./text.js";

/** Frames drawn as a sequence: the client's lane, the agent's lane, an arrow a frame, each to be opened. */
export function sequence(frames: readonly ReportFrame[], role: Role): Markup {
  const offending = offendingFrame(frames, role);
  return html`<div class="wire">
<div class="lanes" aria-hidden="true"><span>client</span><span>agent</span></div>
<ol>${frames.map((frame, place) => [gap(frames[place - 1], frame), arrow(frame, frame === offending)])}</ol>
</div>`;
}

/** A report has the few frames that matter; what was said between them is counted, so that nobody thinks it was nothing. */
function gap(before: ReportFrame | undefined, { number }: ReportFrame): Markup | string {
  const left = before === undefined ? 0 : number - before.number - 1;
  if (left <= 0) return "";
  return html`<li class="between quiet">${left === 1 ? "1 more frame" : `${left} more frames`}</li>`;
}

/** A finding ends with the frame that it is about, unless what it is about is silence. */
function offendingFrame(frames: readonly ReportFrame[], role: Role): ReportFrame | undefined {
  const last = frames.at(-1);
  if (role === "bridge" || last === undefined) return undefined;
  return last.dir === (role === "agent" ? "a2c" : "c2a") ? last : undefined;
}

function arrow(frame: ReportFrame, isOffending: boolean): Markup {
  const { dir, number, t } = frame;
  const way = dir === "c2a" ? "client to agent" : "agent to client";
  return html`<li class="${dir}${isOffending ? " offending" : ""}"><details><summary><span class="frame"><span class="quiet">#${number}</span> <span class="sr">${way}: </span>${label(frame)}${isOffending ? html` <strong>shows here</strong>` : ""} <span class="quiet">${time(t)}</span></span></summary><pre tabindex="0">${content(frame)}</pre></details></li>`;
}

function label({ line, b64 }: ReportFrame): Markup {
  const message = readMessage(line === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(line));
  switch (message.kind) {
    case "request":
      return html`<b>${shown(message.method)}</b> id ${shown(message.id.raw)}`;
    case "notification":
      return html`<b>${shown(message.method)}</b>`;
    case "response":
      return html`${"error" in message.value ? "error" : "result"} for id ${shown(message.id.raw)}`;
    case "malformed":
      return html`${isCut(line) ? "a long line" : `no message: ${message.reason}`}`;
  }
}

/** What `reportFrame` leaves of a long line is no JSON, which is not the subject's fault. */
function isCut(line: string | undefined): boolean {
  return line !== undefined && /… \(\d+ bytes\)$/.test(line);
}

function content({ line, b64 }: ReportFrame): string {
  if (line === undefined) return `base64 ${b64 ?? ""}`;
  const isJson = readMessage(Buffer.from(line)).kind !== "malformed";
  return isJson ? jsonLines(line).split("\n").map(printable).join("\n") : shown(line);
}

function time(micros: number): string {
  return micros === 0 ? "" : `${(micros / 1000).toFixed(1)} ms`;
}
