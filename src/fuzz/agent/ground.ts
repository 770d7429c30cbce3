import type { Frame } from "../../wire/frame.js";
import { isJsonObject, type Json } from "../../wire/message.js";
import { aboutOf } from "../model/command.js";
import type { Played } from "./play/played.js";

/** Where a session stands by what both sides have said of it. */
type State = "idle" | "prompting" | "asking" | "cancelling" | "loading" | "closing" | "closed" | "deleted";

/**
 * What a conversation went over: the commands, the edges between the states of its sessions, and the classes of the
 * responses, as `edge prompting -> cancelling by session/cancel` and `response session/load error -32602`.
 */
export function groundOf(played: Played): string[] {
  const commands = played.trial.commands.map(aboutOf);
  return [...commands, ...edgesOf(played), ...responsesOf(played)];
}

function responsesOf({ asked }: Played): string[] {
  return asked.map(({ method, reply }) => {
    const value = reply?.message.kind === "response" ? reply.message.value : undefined;
    return `response ${method} ${value === undefined ? "none" : responseClass(value)}`;
  });
}

function responseClass({ result, error }: { readonly [name: string]: Json }): string {
  if (isJsonObject(error)) return `error ${JSON.stringify(error["code"] ?? null)}`;
  const stopReason = isJsonObject(result) ? result["stopReason"] : undefined;
  return typeof stopReason === "string" ? `result ${stopReason.slice(0, 40)}` : "result";
}

/** One pass over the frames; requests are joined to their sessions by the ids that they name. */
function edgesOf({ transcript, sessions, asked }: Played): string[] {
  const states = new Map<string, State>();
  const edges: string[] = [];
  const answered = new Map(
    asked.flatMap((one) => (one.reply === undefined ? [] : [[one.reply, one] as const])),
  );
  const theirs = new Map<string, string>();
  for (const frame of transcript.frames) {
    const { message } = frame;
    const owner = answered.get(frame);
    const sessionId = sessionOf(frame) ?? owner?.sessionId ?? askedSession(frame, theirs);
    if (typeof sessionId !== "string" || !sessions.has(sessionId)) continue;
    if (frame.direction === "a2c" && message.kind === "request") theirs.set(message.id.key, sessionId);
    const from = states.get(sessionId) ?? "idle";
    const by = owner === undefined ? wordOf(frame) : `the response to ${owner.method}`;
    const to = stateAfter(from, frame, owner?.method);
    if (to === from) continue;
    states.set(sessionId, to);
    edges.push(`edge ${from} -> ${to} by ${by}`);
  }
  return edges;
}

function stateAfter(from: State, { direction, message }: Frame, answered: string | undefined): State {
  if (answered !== undefined) return afterResponse(from, answered);
  if (message.kind === "malformed") return from;
  if (message.kind === "response") return direction === "c2a" && from === "asking" ? "prompting" : from;
  if (direction === "a2c") return message.kind === "request" && from === "prompting" ? "asking" : from;
  switch (message.method) {
    case "session/prompt":
      return "prompting";
    case "session/cancel":
      return from === "prompting" || from === "asking" ? "cancelling" : from;
    case "session/load":
    case "session/resume":
      return "loading";
    case "session/close":
    case "session/delete":
      return "closing";
    default:
      return from;
  }
}

function afterResponse(from: State, method: string): State {
  switch (method) {
    case "session/prompt":
      return from === "closing" || from === "closed" || from === "deleted" || from === "loading"
        ? from
        : "idle";
    case "session/load":
    case "session/resume":
      return "idle";
    case "session/close":
      return "closed";
    case "session/delete":
      return "deleted";
    default:
      return from;
  }
}

function wordOf({ message }: Frame): string {
  return "method" in message ? message.method : "an answer of the client";
}

function sessionOf({ message }: Frame): Json | undefined {
  return "params" in message && isJsonObject(message.params) ? message.params["sessionId"] : undefined;
}

/** The session of the agent's request that the client answers here. */
function askedSession(
  { direction, message }: Frame,
  theirs: ReadonlyMap<string, string>,
): string | undefined {
  return direction === "c2a" && message.kind === "response" ? theirs.get(message.id.key) : undefined;
}

/**
 * The kinds of frames that the agent sent: its methods, its updates, its answers by their class. How many there are of a kind
 * hangs on moments, so that is not among it.
 */
export function kindsOf(played: Played): string[] {
  const said = played.transcript.of("a2c").flatMap(({ message }) => {
    if (!("method" in message)) return [];
    const update = isJsonObject(message.params) ? message.params["update"] : undefined;
    const kind = isJsonObject(update) ? update["sessionUpdate"] : undefined;
    return [`${message.kind} ${message.method}${typeof kind === "string" ? ` ${kind}` : ""}`];
  });
  return [...new Set([...said, ...responsesOf(played)])].sort();
}
