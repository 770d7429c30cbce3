import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { requestsIn } from "../steps/messages.js";
import { noteEach, onEach } from "../steps/passive.js";
import { at, items, member, shortly } from "../steps/reply.js";
import { updatesIn } from "../steps/turn.js";

/** What a permission request offers (docs/protocol/v1/tool-calls.mdx, "Requesting Permission", "Permission Options"). */
export const permissionChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.permission.option-ids-unique", permissions, ({ frame, options }) => {
    const ids = options.map((option) => member(option, "optionId"));
    return new Set(ids).size === ids.length
      ? undefined
      : {
          expected: "an optionId of its own for each option",
          actual: ids.map(shortly).join(", "),
          frames: [frame],
        };
  }),
  onEach("acp.v1.permission.tool-call-id-consistent", permissions, ({ frame, toolCallId, isReported }) =>
    isReported
      ? undefined
      : {
          expected: "the toolCallId of a tool call that is reported",
          actual: `toolCallId ${shortly(toolCallId)}`,
          frames: [frame],
        },
  ),
  noteEach(
    "acp.v1.permission.options-non-empty",
    permissions,
    ({ options }) => (options.length === 0 ? "a permission request has no options" : undefined),
    "every permission request has options",
  ),
];

interface Permission {
  readonly frame: Frame;
  readonly options: readonly Json[];
  readonly toolCallId: Json | undefined;
  /** Its tool call is reported somewhere in the connection, before or behind the request. */
  readonly isReported: boolean;
}

function permissions(transcript: Transcript): Permission[] {
  const reported = updatesIn(transcript)
    .filter(({ kind }) => kind.startsWith("tool_call"))
    .map(({ update }) => update["toolCallId"]);
  return requestsIn(transcript)
    .filter(({ method }) => method === "session/request_permission")
    .map(({ frame, params }) => {
      const toolCallId = at(params, "toolCall", "toolCallId");
      const options = items(member(params, "options"));
      return { frame, options, toolCallId, isReported: reported.includes(toolCallId) };
    });
}
