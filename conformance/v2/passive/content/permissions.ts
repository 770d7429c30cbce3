import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { requestsIn } from "../../../scenarios/steps/messages.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../../scenarios/steps/reply.js";
import { onCall } from "../../../scenarios/steps/schema-check.js";
import { isAbsolutePath } from "../../steps/values.js";

const PERMISSION = "session/request_permission";

/** What an agent asks permission for (docs/protocol/v2/tool-calls.mdx, "Requesting Permission" and "Permission Options"). */
export const permissionChecks: readonly PassiveCheck[] = [
  onCall("acp.v2.permission.title-required", PERMISSION, ({ segments }) => segments[0] === "title"),
  onCall(
    "acp.v2.permission.options-non-empty",
    PERMISSION,
    ({ segments }) => segments[0] === "options" && segments.length === 1,
  ),
  onEach("acp.v2.permission.option-ids-unique", asked, ({ params, frame }) => {
    const ids = items(member(params, "options")).map((option) => member(option, "optionId"));
    return new Set(ids).size === ids.length
      ? undefined
      : { expected: "each optionId once", actual: shortly(ids.map((id) => id ?? null)), frames: [frame] };
  }),
  onEach("acp.v2.permission.subject-tool-call", toolSubjects, ({ params, frame }, protocol) => {
    if (member(params, "toolCall") !== undefined)
      return { expected: "toolCall within the subject", actual: "toolCall beside it", frames: [frame] };
    const [violation] = protocol.judgeDefinition("RequestPermissionSubject", member(params, "subject"));
    return violation === undefined
      ? undefined
      : { expected: `${violation.path}: ${violation.expected}`, actual: violation.actual, frames: [frame] };
  }),
  onEach("acp.v2.permission.subject-command", commandSubjects, ({ params, frame }) => {
    const subject = member(params, "subject");
    const isFine = typeof member(subject, "command") === "string" && isAbsolutePath(member(subject, "cwd"));
    return isFine
      ? undefined
      : { expected: "a command and an absolute cwd", actual: shortly(subject), frames: [frame] };
  }),
];

/** What an agent asks the user for by elicitation (schema CreateElicitationRequest and ElicitationSchema). */
export const elicitationChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.elicitation.exactly-one-scope", elicited, ({ params, frame }) => {
    const scopes = ["sessionId", "requestId"].filter((name) => member(params, name) !== undefined);
    return scopes.length === 1
      ? undefined
      : {
          expected: "either sessionId or requestId",
          actual: scopes.join(" and ") || "neither",
          frames: [frame],
        };
  }),
  onEach("acp.v2.elicitation.schema-required-members", forms, ({ params, frame }) => {
    const schema = member(params, "requestedSchema");
    return member(schema, "type") === "object" && isJsonObject(member(schema, "properties"))
      ? undefined
      : { expected: 'a schema with type "object" and properties', actual: shortly(schema), frames: [frame] };
  }),
];

interface Asked {
  readonly frame: Frame;
  readonly params: Json;
}

function calls(transcript: Transcript, wanted: string): Asked[] {
  return requestsIn(transcript).flatMap(({ method, params, frame }) =>
    method === wanted ? [{ frame, params: params ?? null }] : [],
  );
}

function asked(transcript: Transcript): Asked[] {
  return calls(transcript, PERMISSION);
}

function ofType(params: Json, type: string): boolean {
  return member(member(params, "subject"), "type") === type;
}

function toolSubjects(transcript: Transcript): Asked[] {
  return asked(transcript).filter(
    ({ params }) => ofType(params, "tool_call") || member(params, "toolCall") !== undefined,
  );
}

function commandSubjects(transcript: Transcript): Asked[] {
  return asked(transcript).filter(({ params }) => ofType(params, "command"));
}

function elicited(transcript: Transcript): Asked[] {
  return calls(transcript, "elicitation/create");
}

function forms(transcript: Transcript): Asked[] {
  return elicited(transcript).filter(({ params }) => member(params, "mode") === "form");
}
