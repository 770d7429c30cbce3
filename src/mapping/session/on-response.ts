import type { Direction } from "../../wire/direction.js";
import { idOf, objectOf } from "../moment/json-field.js";
import { mapMechanical, sessionStarted } from "../moment/map-moment.js";
import { dismissed, mapPermissionOutcome } from "../moment/permission.js";
import { mapPromptError, mapStop } from "../moment/turn.js";
import { closeSession, endRun, endSession, resolve } from "./closing.js";
import type { Emission } from "./emission.js";
import type { SessionMessage } from "./frame.js";
import type { OpenRequest } from "./memory/open-requests.js";
import type { Attention } from "./memory/records.js";
import { sessionOf } from "./memory/sessions.js";

type Response = Extract<SessionMessage, { kind: "response" }>;

/** A response, which means what its request's method makes of it. */
export function onResponse(out: Emission, direction: Direction, response: Response): void {
  const { idKey } = response;
  const request = idKey === undefined ? undefined : out.state.requests.answeredBy(direction, idKey);
  if (request === undefined) {
    out.state.counts.stray += 1;
    return;
  }
  const { error, result } = response;
  if (request.run !== undefined) {
    const event = error === undefined ? mapStop(result, out.posture) : mapPromptError(error, out.posture);
    endRun(out, request.run, event);
  } else if (request.attention !== undefined) {
    onPermission(out, request.attention, response);
  } else {
    onSession(out, request, response);
  }
}

function onPermission(out: Emission, attention: Attention, { result, error }: Response): void {
  const event = error === undefined ? mapPermissionOutcome(result, out.posture) : dismissed(out.posture);
  if (!attention.isOpen || event.type === "attention.resolved") {
    resolve(out, attention, event);
    return;
  }
  const { session, run, key } = attention;
  const answer = out.emit(event, { session, run, cause: key, subject: key });
  resolve(out, attention, out.posture.event("attention.resolved", { resolution: "answered" }), answer);
}

/** The session begins for this connection, or ends. */
function onSession(out: Emission, request: OpenRequest, { result, error }: Response): void {
  const { method } = request;
  const id = method === "session/new" ? idOf(objectOf(result)["sessionId"]) : request.session;
  if (method === undefined || id === undefined) return;
  const session = sessionOf(out, id);
  if (method === "session/load" && session.loads > 0) session.loads -= 1;
  if (error !== undefined) return;
  switch (method) {
    case "session/new":
    case "session/load":
    case "session/resume":
      session.started = out.emit(sessionStarted(out.posture, out.state.client), { session });
      return;
    case "session/close":
    case "session/delete":
      closeSession(out, session);
      if (session.hasEnded) out.emitInTurn(mapMechanical(method, out.posture), session);
      else endSession(out, session);
      return;
    default:
  }
}
