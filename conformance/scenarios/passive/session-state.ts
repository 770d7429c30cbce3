import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { answersIn, requestsIn, resultsOf } from "../steps/messages.js";
import { noteEach, onEach } from "../steps/passive.js";
import { at, items, member, shortly } from "../steps/reply.js";
import { keyOf, reports } from "../steps/tool-reports.js";
import { type Update, updatesIn } from "../steps/turn.js";
import { optionLists } from "./options.js";

/**
 * How modes and config options go together and change (docs/protocol/v1/session-config-options.mdx, "Relationship to
 * Session Modes", "Boolean Config Options" and "From the Agent"; session-modes.mdx, "From the Agent").
 */
export const sessionStateChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.config.send-both", statesWithMode, ({ modes, option, frames }) =>
    (modes ?? null) === null
      ? {
          expected: "modes beside an option of the category mode, for clients that know only those",
          actual: `option ${shortly(member(option, "id"))} and no modes`,
          frames,
        }
      : undefined,
  ),
  onEach("acp.v1.config.boolean-shape", toggles, ({ option, frames }) => {
    const isGood =
      typeof member(option, "currentValue") === "boolean" && member(option, "options") === undefined;
    return isGood
      ? undefined
      : { expected: "a boolean currentValue and no options", actual: shortly(option), frames };
  }),
  onEach("acp.v1.config.update-complete", completeness, ({ missing, frames }) =>
    missing === undefined
      ? undefined
      : {
          expected: `all options in config_option_update, ${shortly(missing)} too`,
          actual: "it is missing, and there again in the next complete list",
          frames,
        },
  ),
  onEach("acp.v1.modes.agent-change-notified", switches, ({ isTold, frames }) =>
    isTold
      ? undefined
      : {
          expected: "current_mode_update in a turn whose tool call switched the mode",
          actual: "none until the end of the turn",
          frames,
        },
  ),
  noteEach(
    "acp.v1.modes.update-doc-field",
    modeUpdates,
    ({ update }) =>
      "modeId" in update ? "current_mode_update has modeId, as in the page's example" : undefined,
    "current_mode_update has no modeId",
  ),
  noteEach(
    "acp.v1.modes.switch-tool",
    permissions,
    ({ kind }) =>
      kind === "switch_mode" ? "a tool call that switches modes asks for permission" : undefined,
    "no permission is asked for a tool call of kind switch_mode",
  ),
  given("acp.v1.modes.optional", "modes"),
  given("acp.v1.config.optional", "configOptions"),
];

const SET_UP: readonly string[] = ["session/new", "session/load", "session/resume"];

interface State {
  readonly result: JsonObject;
  readonly frames: readonly Frame[];
}

function statesIn(transcript: Transcript): State[] {
  return SET_UP.flatMap((method) =>
    resultsOf(transcript, method).map(({ result, request, frame }) => ({ result, frames: [request, frame] })),
  );
}

function given(id: string, key: string): PassiveCheck {
  return noteEach(
    id,
    statesIn,
    ({ result }) => ((result[key] ?? null) === null ? undefined : `a session is set up with ${key}`),
    `no session is set up with ${key}`,
  );
}

function statesWithMode(
  transcript: Transcript,
): { modes: Json | undefined; option: Json; frames: readonly Frame[] }[] {
  return statesIn(transcript).flatMap(({ result, frames }) => {
    const option = items(result["configOptions"]).find((each) => member(each, "category") === "mode");
    return option === undefined ? [] : [{ modes: result["modes"], option, frames }];
  });
}

function toggles(transcript: Transcript): { option: Json; frames: readonly Frame[] }[] {
  return optionLists(transcript).flatMap(({ options, frames }) =>
    options.filter((option) => member(option, "type") === "boolean").map((option) => ({ option, frames })),
  );
}

/** Options come and go: one that is there before and behind an update, and not in it, was left out. */
function completeness(transcript: Transcript): { missing: Json | undefined; frames: readonly Frame[] }[] {
  const lists = listsBySession(transcript);
  return lists.flatMap(({ sessionId, ids, frames, isUpdate, number }) => {
    if (!isUpdate) return [];
    const others = lists.filter((list) => list.sessionId === sessionId && !list.isUpdate);
    const before = others.findLast((list) => list.number < number);
    const behind = others.find((list) => list.number > number);
    if (before === undefined || behind === undefined) return [];
    const missing = before.ids.find((id) => behind.ids.includes(id) && !ids.includes(id));
    return [{ missing, frames: [...frames, ...behind.frames] }];
  });
}

interface ListOfSession {
  readonly sessionId: Json | undefined;
  readonly ids: readonly (Json | undefined)[];
  readonly frames: readonly Frame[];
  readonly number: number;
  readonly isUpdate: boolean;
}

function listsBySession(transcript: Transcript): ListOfSession[] {
  const idsOf = (options: Json | undefined): (Json | undefined)[] =>
    items(options).map((option) => member(option, "id"));
  const answered = answersIn(transcript).flatMap(({ method, request, frame, value }) => {
    const options = at(value, "result", "configOptions") ?? null;
    if (options === null || (method !== "session/set_config_option" && !SET_UP.includes(method))) return [];
    const params = request.message.kind === "request" ? request.message.params : undefined;
    const sessionId = at(value, "result", "sessionId") ?? member(params, "sessionId");
    const { number } = frame;
    return [{ sessionId, ids: idsOf(options), frames: [request, frame], number, isUpdate: false }];
  });
  const updated = updatesIn(transcript)
    .filter(({ kind }) => kind === "config_option_update")
    .map(({ sessionId, update, frame }) => ({
      sessionId,
      ids: idsOf(update["configOptions"]),
      frames: [frame],
      number: frame.number,
      isUpdate: true,
    }));
  return [...answered, ...updated].sort((left, right) => left.number - right.number);
}

/** Tool calls of kind switch_mode that were completed in a turn, and whether the turn tells of another mode. */
function switches(transcript: Transcript): { isTold: boolean; frames: readonly Frame[] }[] {
  return answersIn(transcript).flatMap(({ method, request, frame: response }) => {
    if (method !== "session/prompt" || request.message.kind !== "request") return [];
    const sessionId = member(request.message.params, "sessionId");
    const isInTurn = ({ frame, sessionId: id }: Update): boolean =>
      id === sessionId && frame.number > request.number && frame.number < response.number;
    const calls = reports(transcript).filter(isInTurn);
    const isTold = modeUpdates(transcript).some(isInTurn);
    return calls
      .filter((call) => call.kind === "tool_call" && call.update["kind"] === "switch_mode")
      .filter((call) =>
        calls.some((other) => keyOf(other) === keyOf(call) && other.update["status"] === "completed"),
      )
      .map((call) => ({ isTold, frames: [call.frame, response] }));
  });
}

function modeUpdates(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(({ kind }) => kind === "current_mode_update");
}

/** What permission was asked for, by the kind of its tool call as the request or an earlier report gives it. */
function permissions(transcript: Transcript): { kind: Json | undefined }[] {
  return requestsIn(transcript)
    .filter(({ method }) => method === "session/request_permission")
    .map(({ params }) => {
      const toolCallId = at(params, "toolCall", "toolCallId");
      const reported = reports(transcript).find(
        ({ update }) => update["toolCallId"] === toolCallId && update["kind"] !== undefined,
      );
      return { kind: at(params, "toolCall", "kind") ?? reported?.update["kind"] };
    });
}
