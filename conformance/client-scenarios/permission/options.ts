import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { at, items, member, shortly } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn } from "../steps/turn.js";

const HINT = "acp.v1.permission.kind-is-hint";

const option = (optionId: string, kind: string, name: string = optionId): JsonObject => ({
  optionId,
  name,
  kind,
});

/** What an agent may offer and few agents do (schema PermissionOption): ids and names are any text. */
const SHAPES: readonly (readonly JsonObject[])[] = [
  [option("only", "allow_once")],
  [option("no", "reject_once"), option("never", "reject_always")],
  [option("first", "allow_once"), option("second", "allow_once"), option("third", "allow_once")],
  [option("1", "allow_once", "2"), option("2", "reject_once", "1"), option("01", "allow_always")],
  [option(" a b ", "allow_once", "a b"), option("a  b", "reject_once", " a b ")],
  [option("same", "allow_once", "Yes"), option("other", "reject_once", "Yes")],
  [option("", "allow_once", ""), option("\u2028", "reject_once", "\u202enot this\u2066 e\u0301\u0000")],
  [option("always", "allow_always")],
  [option("never", "reject_always")],
  [],
];

/**
 * Permission requests with unusual options: what comes back is an id as it was offered, whatever kinds stand there
 * (docs/protocol/v1/tool-calls.mdx, "Permission Options"). A client may leave any of them to its user, or refuse it.
 */
export const permissionOptions: ClientScenario = inTurn("permission/options", [HINT], async (stage, turn) => {
  const asked: Frame[] = [];
  for (const [place, options] of SHAPES.entries()) {
    asked.push(begin(turn, place, options));
    // Who decides at once has done so before it answers this; who does not is asked the next question meanwhile.
    await turn.connection.barrier();
  }
  const [first] = asked;
  if (first !== undefined) await turn.connection.replyTo(first);
  await turn.connection.barrier();
  for (const request of asked) judge(stage, turn, request);
});

function begin(turn: ClientTurn, place: number, options: readonly JsonObject[]): Frame {
  const toolCall = { toolCallId: `odd-${place}`, title: "Write a file", kind: "edit", status: "pending" };
  return turn.begin("session/request_permission", { toolCall, options }).request;
}

function judge(stage: ClientStage, { connection }: ClientTurn, request: Frame): void {
  if (request.message.kind !== "request") return;
  const { id, params } = request.message;
  const answer = connection.transcript
    .ofSubject()
    .find(({ message }) => message.kind === "response" && message.id.key === id.key);
  const result: Json | undefined =
    answer?.message.kind === "response" ? answer.message.value["result"] : undefined;
  if (at(result, "outcome", "outcome") !== "selected") {
    stage.notTested(HINT, "the client selected no option");
    return;
  }
  const optionId = at(result, "outcome", "optionId");
  const offered = items(member(params, "options")).map((one) => member(one, "optionId"));
  stage.expect(HINT, offered.includes(optionId), () => ({
    expected: `an optionId as it was offered: ${offered.map(shortly).join(" or ") || "none was"}`,
    actual: shortly(optionId),
    frames: [request, answer],
  }));
}
