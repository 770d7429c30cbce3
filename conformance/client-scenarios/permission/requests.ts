import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { at, errorCode, framesOf, member, shortly, told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn } from "../steps/turn.js";

const SUPPORTED = "acp.v1.permission.client-supported";
const BASELINE = "acp.v1.init.baseline-client-methods";
const HINT = "acp.v1.permission.kind-is-hint";
const ONCE = "acp.v1.permission.blocks-until-answer";
const INTRODUCES = "acp.v1.tools.permission-introduces-id";
const AUTO = "acp.v1.permission.auto-decide";
const CONCURRENT = "acp.v1.permission.concurrent";
const JUDGES = [SUPPORTED, BASELINE, HINT, ONCE, INTRODUCES, AUTO, CONCURRENT];

/** Ids in which a kind, a name and odd characters stand: only the id may come back. */
export const ODD_OPTIONS: readonly JsonObject[] = [
  { optionId: "reject_once", name: "allow_once", kind: "allow_once" },
  { optionId: " ü/😀 ", name: "Reject", kind: "reject_once" },
];

/**
 * Every client answers session/request_permission, with the id of an option that was offered
 * (docs/protocol/v1/overview.mdx, "Baseline Methods"; tool-calls.mdx, "Requesting Permission").
 */
export const permissionRequests: ClientScenario = inTurn(
  "permission/requests",
  JUDGES,
  async (stage, turn) => {
    // The request is the first that mentions its tool call (docs/protocol/v1/session-modes.mdx, "Exiting plan modes").
    const began = performance.now();
    const first = await askPermission(turn, "call-1", ODD_OPTIONS);
    if (first.kind === "silence") {
      const reason = `nobody answered the permission request: ${first.reason}`;
      for (const id of JUDGES) stage.notTested(id, reason);
      return;
    }
    stage.recorded(
      AUTO,
      `answered after ${Math.round(performance.now() - began)} ms, with nobody at the client`,
    );
    judgeSupport(stage, first);
    judgeHint(stage, first);
    turn.update({ sessionUpdate: "tool_call_update", toolCallId: "call-1", status: "in_progress" });
    turn.update({ sessionUpdate: "tool_call_update", toolCallId: "call-1", status: "completed" });
    const barrier = await turn.connection.barrier();
    stage.expect(INTRODUCES, barrier.kind !== "silence", () => ({
      expected: "updates of a tool call that a permission request introduced taken in",
      actual: told(barrier),
      frames: framesOf(first),
    }));
    const two = await Promise.all([
      askPermission(turn, "call-2", ODD_OPTIONS),
      askPermission(turn, "call-3", [...ODD_OPTIONS].reverse()),
    ]);
    stage.recorded(CONCURRENT, `two requests at once: ${two.map(told).join("; ")}`);
    judgeOnce(stage, turn, [first, ...two]);
  },
);

/** Asks for permission for a tool call. */
export async function askPermission(
  turn: ClientTurn,
  toolCallId: string,
  options: readonly JsonObject[],
): Promise<Reply> {
  return await turn.ask("session/request_permission", {
    toolCall: { toolCallId, title: "Write a file", kind: "edit", status: "pending" },
    options,
  });
}

function judgeSupport(stage: ClientStage, reply: Reply): void {
  // Another error than "method not found" may be what a client's policy says, as long as it serves the method.
  for (const id of [SUPPORTED, BASELINE]) {
    stage.expect(id, errorCode(reply) !== -32601, () => ({
      expected: "session/request_permission served",
      actual: told(reply),
      frames: framesOf(reply),
    }));
  }
}

function judgeHint(stage: ClientStage, reply: Reply): void {
  const outcome = reply.kind === "result" ? member(reply.result, "outcome") : undefined;
  if (member(outcome, "outcome") !== "selected") {
    stage.notTested(HINT, `the client selected no option: ${told(reply)}`);
    return;
  }
  const optionId = at(outcome, "optionId");
  const offered = ODD_OPTIONS.map((option) => option["optionId"]);
  stage.expect(HINT, offered.includes(optionId ?? null), () => ({
    expected: `an optionId as it was offered: ${offered.map(shortly).join(" or ")}`,
    actual: shortly(optionId),
    frames: framesOf(reply),
  }));
}

function judgeOnce(stage: ClientStage, { connection }: ClientTurn, replies: readonly Reply[]): void {
  for (const { request } of replies) {
    const key = request.message.kind === "request" ? request.message.id.key : "";
    const answers = connection.transcript
      .ofSubject()
      .filter(({ message }) => message.kind === "response" && message.id.key === key);
    // One that waits for a user is pending, as it may be.
    stage.expect(ONCE, answers.length <= 1, () => ({
      expected: "one answer to a permission request",
      actual: `${answers.length} answers`,
      frames: [request, ...answers],
    }));
  }
}
