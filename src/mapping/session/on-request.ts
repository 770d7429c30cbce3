import type { Direction } from "../../wire/direction.js";
import type { Json } from "../../wire/message.js";
import { idOf, objectOf, stringOf } from "../moment/json-field.js";
import { mapMechanical } from "../moment/map-moment.js";
import { dismissed, mapPermission } from "../moment/permission.js";
import { mapPrompt } from "../moment/turn.js";
import { endRun, resolve } from "./closing.js";
import { currentRun, type Emission } from "./emission.js";
import type { SessionMessage } from "./frame.js";
import type { OpenRequest } from "./memory/open-requests.js";
import type { Attention, Run, Session } from "./memory/records.js";
import { beginToolCall, learnName, sessionOf, toolCallOf } from "./memory/sessions.js";
import { onUpdate } from "./on-update.js";
import { nextRunName } from "./run-name.js";

type Asked = Exclude<SessionMessage, { kind: "response" }>;
type Request = Extract<SessionMessage, { kind: "request" }>;

/** The methods whose requests mean something, each with the direction in which they do. */
const MEANT: Readonly<Record<string, Direction>> = {
  "session/new": "c2a",
  "session/load": "c2a",
  "session/resume": "c2a",
  "session/close": "c2a",
  "session/delete": "c2a",
  "session/prompt": "c2a",
  "session/request_permission": "a2c",
};

/** A request or a notification. */
export function onRequest(out: Emission, direction: Direction, message: Asked): void {
  const id = idOf(objectOf(message.params)["sessionId"]);
  const session = id === undefined ? undefined : sessionOf(out, id);
  if (session === undefined) out.state.counts.sessionless += 1;
  if (direction === "c2a" && message.method === "initialize") learnClient(out, message.params);
  const method = meaningOf(direction, message);
  const begun = session === undefined ? {} : begin(out, session, direction, message, method);
  if (message.kind === "request") {
    const { idKey } = message;
    track(out, { direction, idKey, method, session: id, run: undefined, attention: undefined, ...begun });
  }
}

function learnClient({ state }: Emission, params: Json | undefined): void {
  const { name, version } = objectOf(objectOf(params)["clientInfo"]);
  state.client = { name: idOf(name), version: idOf(version) };
}

function meaningOf(direction: Direction, { kind, method }: Asked): string | undefined {
  const isMeant = kind === "request" && Object.hasOwn(MEANT, method) && MEANT[method] === direction;
  return isMeant ? method : undefined;
}

/** Emits what the request says at once, and tells what its response will end. */
function begin(
  out: Emission,
  session: Session,
  direction: Direction,
  message: Asked,
  method: string | undefined,
): { readonly run?: Run; readonly attention?: Attention } {
  switch (method) {
    case "session/prompt":
      return message.kind === "request" ? { run: beginRun(out, session, message) } : {};
    case "session/request_permission":
      return { attention: beginAttention(out, session, message.params) };
    case "session/load":
      session.loads += 1;
      return {};
    case "session/new":
    case "session/close":
    case "session/delete":
      return {};
    default:
      if (message.method === "session/update" && direction === "a2c") onUpdate(out, session, message.params);
      else out.emitInTurn(mapMechanical(message.method, out.posture), session);
      return {};
  }
}

function beginRun(out: Emission, session: Session, { params, id, idKey }: Request): Run {
  const name = nextRunName(out.state, id, idKey, out.posture.sha256);
  const key = out.emit(mapPrompt(params, out.posture), { session, run: name, cause: session.started });
  const run: Run = { name, key, session, isOpen: true };
  session.runs.push(run);
  return run;
}

function beginAttention(out: Emission, session: Session, params: Json | undefined): Attention {
  const { toolCallId, title } = objectOf(objectOf(params)["toolCall"]);
  const id = idOf(toolCallId);
  const before = id === undefined ? undefined : toolCallOf(out, session, id);
  const key = out.emitInTurn(mapPermission(params, out.posture, before?.name), session, before?.requested);
  const name = stringOf(title);
  if (id !== undefined && name !== undefined) learnName(before ?? beginToolCall(out, session, id), name);
  const attention: Attention = { key, session, run: currentRun(session)?.name, isOpen: true };
  session.attentions.push(attention);
  return attention;
}

/** Remembers an open request; the oldest one goes where there are too many, with what waits for it. */
function track(out: Emission, request: Omit<OpenRequest, "number">): void {
  const { requests, limits, counts } = out.state;
  requests.add(request);
  if (requests.size <= limits.requests) return;
  const oldest = requests.takeOldest();
  counts.forgottenRequests += 1;
  if (oldest?.attention !== undefined) resolve(out, oldest.attention, dismissed(out.posture));
  if (oldest?.run !== undefined)
    endRun(out, oldest.run, out.posture.event("run.failed", { reason: "untracked" }));
  if (oldest?.method === "session/load") forgetLoad(out, oldest.session);
}

function forgetLoad(out: Emission, id: string | undefined): void {
  const session = id === undefined ? undefined : out.state.sessions.get(id);
  if (session !== undefined && session.loads > 0) session.loads -= 1;
}
