import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { type Json, type JsonObject, wordOf } from "../../../src/wire/message.js";
import { writePrompt } from "../../scenarios/steps/ask.js";
import { hold, respond } from "../../scenarios/steps/client.js";
import { items, member } from "../../scenarios/steps/reply.js";
import type { Session } from "../../scenarios/steps/setup.js";
import { begin, type Turn } from "../../scenarios/steps/turn.js";
import { endsWork } from "./work.js";

/** Work that writes a file, up to its permission request, which is left open. */
export interface AskingWork {
  readonly turn: Turn;
  readonly request: Frame;
  /** An option that grants the permission, if one is offered. */
  readonly allow: Json | undefined;
  /** Was the file written? */
  isWritten(): boolean;
  /** Answers the request with an outcome. */
  answer(outcome: JsonObject): Frame | undefined;
}

/** Begins work that writes a file; undefined when it ends without asking for permission. */
export async function untilPermission(
  stage: AgentStage,
  session: Session,
  name: string,
): Promise<AskingWork | undefined> {
  const { connection } = session;
  connection.policy = { "session/request_permission": hold };
  const turn = begin(session, writePrompt(stage, name));
  const sign = await connection.frame(
    (frame) => isPermission(frame) || endsWork(turn, frame) || isRefusal(frame, turn.request),
    turn.request.number,
  );
  if (sign === undefined || !isPermission(sign) || sign.message.kind !== "request") return undefined;
  const options = items(member(sign.message.params, "options"));
  const allowing = options.find((option) => wordOf(member(option, "kind")).startsWith("allow"));
  return {
    turn,
    request: sign,
    allow: member(allowing, "optionId"),
    isWritten: () => existsSync(join(stage.cwd, name)),
    answer: (outcome) => respond(connection, sign, { result: { outcome } })[0],
  };
}

function isPermission({ message }: Frame): boolean {
  return message.kind === "request" && message.method === "session/request_permission";
}

function isRefusal({ message }: Frame, request: Frame): boolean {
  return (
    message.kind === "response" &&
    "error" in message.value &&
    request.message.kind === "request" &&
    message.id.key === request.message.id.key
  );
}
