import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { answersIn, resultsOf } from "../../scenarios/steps/messages.js";
import { onEach } from "../../scenarios/steps/passive.js";
import { at, items, member, shortly } from "../../scenarios/steps/reply.js";
import { onResult } from "../../scenarios/steps/schema-check.js";

/** What a client answers, by the definitions of the methods (schema `*Response`). */
export const answerChecks: readonly PassiveCheck[] = [
  onResult("acp.v1.permission.response-schema", "session/request_permission"),
  onEach("acp.v1.permission.selected-offered", selections, ({ optionId, offered, frames }) =>
    offered.includes(optionId)
      ? undefined
      : { expected: `one of ${offered.map(shortly).join(", ")}`, actual: shortly(optionId), frames },
  ),
  onResult("acp.v1.fs.write-result", "fs/write_text_file", isNoNull),
  onResult("acp.v1.terminal.create-result", "terminal/create"),
  onResult("acp.v1.terminal.output-schema", "terminal/output"),
  onEach(
    "acp.v1.terminal.wait-schema",
    (transcript) => answersIn(transcript).filter(isWait),
    ({ request, frame, value }, protocol) => {
      const { result } = value;
      const [violation] = protocol.judge("result", "terminal/wait_for_exit", "a2c", result);
      const isNested = member(result, "exitStatus") !== undefined;
      if (violation === undefined && !isNested) return undefined;
      return {
        expected: "exitCode and signal as members of the result",
        actual: shortly(result),
        frames: [request, frame],
      };
    },
  ),
  onResult("acp.v1.terminal.kill-result", "terminal/kill"),
  onResult("acp.v1.terminal.release-result", "terminal/release"),
  onResult("acp.v1.elicitation.client-response-schema", "elicitation/create"),
  onEach("acp.v1.jsonrpc.naming-conventions", discriminators, ({ value, frame }) =>
    typeof value !== "string" || /^[a-z0-9_]*$/.test(value)
      ? undefined
      : { expected: "a discriminator in snake_case", actual: shortly(value), frames: [frame] },
  ),
];

/** The page on files shows null as the result of a write where the schema has an object: both are read as done. */
function isNoNull({ path, actual }: { readonly path: string; readonly actual: string }): boolean {
  return !(path === "result" && actual === "null");
}

function isWait({
  method,
  value,
}: {
  readonly method: string;
  readonly value: Record<string, Json>;
}): boolean {
  return method === "terminal/wait_for_exit" && value["result"] !== undefined;
}

interface Selection {
  readonly optionId: Json | undefined;
  readonly offered: readonly (Json | undefined)[];
  readonly frames: Frame[];
}

function selections(transcript: Transcript): Selection[] {
  return resultsOf(transcript, "session/request_permission").flatMap(({ request, frame, result }) => {
    if (at(result, "outcome", "outcome") !== "selected") return [];
    const params = request.message.kind === "request" ? request.message.params : undefined;
    const offered = items(member(params, "options")).map((option) => member(option, "optionId"));
    return [{ optionId: at(result, "outcome", "optionId"), offered, frames: [request, frame] }];
  });
}

/** Words by which the protocol tells kinds apart, in what a client writes. */
function discriminators(transcript: Transcript): { value: Json | undefined; frame: Frame }[] {
  return transcript.ofSubject().flatMap((frame) => {
    const { message } = frame;
    if (message.kind === "malformed") return [];
    const { params, result } = message.value;
    const values = [
      ...items(member(params, "prompt")).map((block) => member(block, "type")),
      ...items(member(params, "mcpServers")).map((server) => member(server, "type")),
      at(result, "outcome", "outcome"),
      member(result, "action"),
    ];
    return values.filter((value) => value !== undefined).map((value) => ({ value, frame }));
  });
}
