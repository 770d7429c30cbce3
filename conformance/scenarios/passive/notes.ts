import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../src/wire/message.js";
import { answersIn, answersOfClientIn, callsIn, requestsIn, resultsOf } from "../steps/messages.js";
import { fromSubject, noteEach } from "../steps/passive.js";
import { at, member, shortly } from "../steps/reply.js";
import { updatesIn } from "../steps/turn.js";

/** What an agent may do or leave, and what the documents leave open: written down and never scored. */
export const notes: readonly PassiveCheck[] = [
  noteEach(
    "acp.v1.usage.optional",
    turns,
    ({ transcript }) =>
      updatesIn(transcript).some(({ kind }) => kind === "usage_update") ? "usage is reported" : undefined,
    "no usage is reported",
  ),
  noteEach(
    "acp.v1.session.id-opaque",
    (transcript) => resultsOf(transcript, "session/new"),
    ({ result: { sessionId } }) =>
      typeof sessionId === "string" ? `a session id of ${sessionId.length} characters` : undefined,
    "no session id is a text",
  ),
  noteEach(
    "acp.v1.ext.degrade",
    refusals,
    ({ method, isGoingOn }) =>
      `${method} was answered with -32601, and the agent ${isGoingOn ? "goes on" : "says nothing more"}`,
    "",
  ),
  noteEach(
    "acp.v1.ext.meta-not-on-all-types",
    errors,
    (error) =>
      member(error, "_meta") === undefined
        ? undefined
        : `an error has _meta ${shortly(member(error, "_meta"))}`,
    "no error has _meta",
  ),
  noteEach(
    "acp.v1.cancel-request.caller-may-wait",
    withdrawals,
    ({ isAnswered }) =>
      isAnswered ? "a request that the agent withdrew was answered all the same, and it goes on" : undefined,
    "no request that the agent withdrew was answered",
  ),
  noteEach(
    "acp.v1.cancel-request.flush-before-answer",
    withdrawnPrompts,
    ({ updates }) => `${updates} updates between $/cancel_request and the answer to its prompt`,
    "",
  ),
];

function turns(transcript: Transcript): { transcript: Transcript }[] {
  return resultsOf(transcript, "session/prompt").length > 0 ? [{ transcript }] : [];
}

/** Requests of the agent that the harness does not know. */
function refusals(transcript: Transcript): { method: string; isGoingOn: boolean }[] {
  return answersOfClientIn(transcript).flatMap(({ method, value, frame }) => {
    if (at(value, "error", "code") !== -32601) return [];
    return [{ method, isGoingOn: fromSubject(transcript).some(({ number }) => number > frame.number) }];
  });
}

function errors(transcript: Transcript): Json[] {
  return answersIn(transcript).flatMap(({ value }) => (isJsonObject(value["error"]) ? [value["error"]] : []));
}

function withdrawals(transcript: Transcript): { isAnswered: boolean }[] {
  const asked = requestsIn(transcript);
  return callsIn(transcript)
    .filter(({ method, id }) => method === "$/cancel_request" && id === undefined)
    .flatMap(({ params, frame }) => {
      const requestId = member(params, "requestId");
      const request = asked.find((each) => idText(each.frame) === JSON.stringify(requestId));
      if (request === undefined) return [];
      const isAnswered = answersOfClientIn(transcript).some(
        (answer) => answer.request === request.frame && answer.frame.number > frame.number,
      );
      return [{ isAnswered }];
    });
}

function idText({ message }: Frame): string {
  return message.kind === "request" ? JSON.stringify(message.value["id"]) : "";
}

/** Prompts that the client withdrew by their id, and what came before their answer. */
function withdrawnPrompts(transcript: Transcript): { updates: number }[] {
  const withdrawn = transcript
    .of("c2a")
    .filter(({ message }) => message.kind === "notification" && message.method === "$/cancel_request");
  return withdrawn.flatMap((frame) => {
    const params = frame.message.kind === "notification" ? frame.message.params : undefined;
    const requestId = JSON.stringify(member(params, "requestId"));
    const answer = answersIn(transcript).find(
      ({ method, request, frame: response }) =>
        method === "session/prompt" && idText(request) === requestId && response.number > frame.number,
    );
    if (answer === undefined) return [];
    const updates = updatesIn(transcript).filter(
      ({ frame: { number } }) => number > frame.number && number < answer.frame.number,
    );
    return [{ updates: updates.length }];
  });
}
