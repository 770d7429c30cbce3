import type { Json } from "../../wire/message.js";
import { type Posture, postureOf } from "../posture/posture.js";
import { known, objectOf } from "./json-field.js";
import { mechanicalType } from "./mechanical-type.js";
import type { MappedEvent, MappingOptions, Moment } from "./moment.js";
import { dismissed, mapPermission, mapPermissionOutcome } from "./permission.js";
import { mapUpdate } from "./session-update.js";
import { mapToolCall, mapToolCallUpdate } from "./tool-call.js";
import { mapPrompt, mapPromptError, mapStop } from "./turn.js";

const NO_EVENTS: readonly MappedEvent[] = [];

/**
 * Maps one moment to the events that it is by itself (docs/mapping.md, "A moment"). Total: any JSON value may stand in
 * any place, and nothing throws.
 */
export function mapMoment(moment: Moment, options?: MappingOptions): readonly MappedEvent[] {
  const posture = postureOf(options);
  // Callers read moments from files too, so that the type is no proof.
  const { kind, method, params, result, error } = Object(moment) as Moment;
  if (typeof method !== "string") return NO_EVENTS;
  if (kind === "response") return mapResponse(method, result, error ?? undefined, posture);
  if (method === "session/update") return mapSessionUpdate(params, posture);
  return kind === "request" ? mapRequest(method, params, posture) : [mapMechanical(method, posture)];
}

/** Any name that the table does not list. */
export function mapMechanical(name: string, posture: Posture): MappedEvent {
  return posture.event(mechanicalType(name), {});
}

/** What `initialize` says of the client; empty where nothing is known of it. */
export interface ClientFacts {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** A session is there to observe. A client that does not say its name is called by its protocol. */
export function sessionStarted(posture: Posture, { name = "acp", version }: ClientFacts = {}): MappedEvent {
  const shown = { name: posture.text(name), version: version && posture.text(version) };
  return posture.event("session.started", { client: known(shown) });
}

/** A session is over. */
export function sessionEnded(posture: Posture): MappedEvent {
  return posture.event("session.ended", {});
}

function mapSessionUpdate(params: Json | undefined, posture: Posture): readonly MappedEvent[] {
  const update = objectOf(objectOf(params)["update"]);
  const { sessionUpdate } = update;
  if (sessionUpdate === "tool_call") return mapToolCall(update, posture);
  if (sessionUpdate === "tool_call_update") return [mapToolCallUpdate(update, posture)];
  return mapUpdate(update, posture);
}

function mapRequest(method: string, params: Json | undefined, posture: Posture): readonly MappedEvent[] {
  switch (method) {
    case "session/prompt":
      return [mapPrompt(params, posture)];
    case "session/request_permission":
      return [mapPermission(params, posture)];
    case "session/new":
    case "session/load":
    case "session/close":
    case "session/delete":
      return NO_EVENTS;
    default:
      return [mapMechanical(method, posture)];
  }
}

function mapResponse(
  method: string,
  result: Json | undefined,
  error: Json | undefined,
  posture: Posture,
): readonly MappedEvent[] {
  switch (method) {
    case "session/prompt":
      return [error === undefined ? mapStop(result, posture) : mapPromptError(error, posture)];
    case "session/request_permission":
      return [error === undefined ? mapPermissionOutcome(result, posture) : dismissed(posture)];
    case "session/new":
    case "session/load":
    case "session/resume":
      return error === undefined ? [sessionStarted(posture)] : NO_EVENTS;
    case "session/close":
    case "session/delete":
      return error === undefined ? [sessionEnded(posture)] : NO_EVENTS;
    default:
      return NO_EVENTS;
  }
}
