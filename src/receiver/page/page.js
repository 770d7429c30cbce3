// Shows what the receiver's streams tell. Every text of an event is set as text, never as markup.

import { byId, element, factElements, List } from "./list.js";
import { readStream } from "./stream.js";

const MOST_NAMES = 1_000;
const LONGEST_TIMELINE = 500;
const RUN_ENDS = { "run.finished": "good", "run.failed": "bad", "run.cancelled": "wait" };
const TOOL_ENDS = { "tool.completed": "good", "tool.failed": "bad", "tool.denied": "bad" };
const ATTENTION_ENDS = ["attention.resolved", "attention.timeout"];
const SEEN = new Set();

function shortTime(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleTimeString([], { hour12: false });
}

const sessions = new List("sessions");
const runs = new List("runs");
const tools = new List("tools");
const permissions = new List("permissions", true);
const toolNames = new Map();
/** Names of clients by session. */
const clients = new Map();

function keyOf(...parts) {
  return JSON.stringify(parts);
}

function text(value) {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Brings the lists up to date with one event. */
function take(event) {
  const key = keyOf(event.source, event.id);
  if (SEEN.has(key)) return;
  SEEN.add(key);
  if (SEEN.size > 20_000) SEEN.delete(SEEN.values().next().value);
  addToTimeline(
    "event",
    event.time,
    event.type,
    [event.session, event.run, text(event.subject)],
    toneOf(event),
  );
  if (event.session === undefined) return;
  takeSession(event);
  takeRun(event);
  takeTool(event);
  takeAttention(event);
}

function toneOf({ severity = "info" }) {
  if (severity === "error" || severity === "critical") return "bad";
  return severity === "warning" || severity === "notice" ? "wait" : "";
}

function takeSession({ type, session, agent, time, data = {} }) {
  const isEnded = type === "session.ended";
  const client = type === "session.started" ? data.client?.name : undefined;
  // A client that did not say its name is called as the agent is.
  if (text(client) !== "" && client !== agent) clients.set(keyOf(session), text(client));
  if (clients.size > MOST_NAMES) clients.delete(clients.keys().next().value);
  sessions.set(keyOf(session), {
    name: session,
    state: isEnded ? "ended" : "live",
    tone: isEnded ? "fact" : "good",
    facts: [clients.get(keyOf(session)), agent, shortTime(time)],
  });
  if (isEnded) permissions.endAll(keyOf(session).slice(0, -1));
}

function takeRun({ type, session, run, time, data = {} }) {
  if (run === undefined) return;
  const tone = RUN_ENDS[type];
  const isKnown = runs.has(keyOf(session, run));
  if (tone === undefined && isKnown) return;
  const reason = text(data.stop_reason) || text(data.reason);
  runs.set(keyOf(session, run), {
    name: run,
    state: tone === undefined ? "running" : type.slice("run.".length),
    tone: tone ?? "busy",
    facts: [reason, session, shortTime(time)],
  });
}

function takeTool({ type, session, subject, time, data = {} }) {
  if (!type.startsWith("tool.") && type !== "x.acp.tool_call.update") return;
  const key = keyOf(session, subject ?? data.tool?.call_id ?? "");
  const name = text(data.tool?.name) || toolNames.get(key) || text(subject);
  toolNames.set(key, name);
  if (toolNames.size > MOST_NAMES) toolNames.delete(toolNames.keys().next().value);
  const tone = TOOL_ENDS[type];
  const state = tone === undefined ? text(data.status) || "requested" : type.slice("tool.".length);
  tools.set(key, { name, state, tone: tone ?? "busy", facts: [text(data.kind), session, shortTime(time)] });
}

function takeAttention({ type, session, subject, id, time, data = {} }) {
  if (type === "attention.requested") {
    const prompt = text(data.prompt) || `${text(data.kind) || "attention"} requested`;
    const facts = [session, shortTime(time)];
    permissions.set(keyOf(session, id), { name: prompt, state: "waiting", tone: "wait", facts });
  } else if (ATTENTION_ENDS.includes(type)) permissions.end(keyOf(session, text(subject)));
}

/** The timeline is drawn once a frame of the screen, however many events come between. */
const waiting = [];
let isDrawing = false;

function addToTimeline(kind, time, name, facts, tone) {
  waiting.push({ kind, time, name, facts, tone });
  if (waiting.length > LONGEST_TIMELINE) waiting.shift();
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(drawTimeline);
}

function drawTimeline() {
  const list = document.querySelector("#timeline ol");
  if (!byId("follow").checked) {
    setTimeout(() => requestAnimationFrame(drawTimeline), 250);
    return;
  }
  isDrawing = false;
  const rows = waiting.splice(0).map(({ kind, time, name, facts, tone }) => {
    const row = element("li", kind, "");
    row.append(element("time", "", shortTime(time)), element("span", `name ${tone}`, name));
    row.append(...factElements(facts));
    return row;
  });
  list.prepend(...rows.reverse());
  while (list.childElementCount > LONGEST_TIMELINE) list.lastElementChild.remove();
}

function takeFrame({ tap, direction, time, bytes, kind, method, id }) {
  const arrow = direction === "c2a" ? "client → agent" : "agent → client";
  const name = method === undefined ? kind : `${kind} ${method}`;
  addToTimeline(
    "frame",
    time,
    `${arrow}  ${name}`,
    [id === undefined ? "" : `id ${id}`, `${bytes} B`, tap],
    "",
  );
}

let token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

const STATES = {
  live: "live",
  away: "the receiver is away; trying again",
  refused: "a token is needed",
};

/** Begins to read both streams; they go on for as long as the page is open. */
function connect() {
  const say = (state) => {
    byId("state").textContent = STATES[state];
    byId("state").className = state === "live" ? "good" : "wait";
    byId("token-form").hidden = state !== "refused";
  };
  // Neither ends before the page does, or fails: what goes wrong is told.
  void readStream("stream", token, take, say);
  void readStream("frames", token, takeFrame, () => undefined);
}

for (const kind of ["events", "frames"]) {
  byId(`show-${kind}`).addEventListener("change", ({ target }) => {
    document.querySelector("#timeline ol").classList.toggle(`no-${kind}`, !target.checked);
  });
}
byId("token-form").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  token = byId("token").value;
  connect();
});
connect();
