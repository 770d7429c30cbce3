import type { Work } from "./work.js";

/** Two permission requests that are open at once: about a tool call, and about a command. */
export async function askTwice(work: Work): Promise<string> {
  const toolCallId = `call-${work.agent.freshNumber()}`;
  work.update({ sessionUpdate: "tool_call_update", toolCallId, title: "Run the tests", kind: "execute" });
  const subjects = [
    { type: "tool_call", toolCall: { toolCallId } },
    { type: "command", command: "true", cwd: work.session.cwd, toolCallId },
  ];
  const chosen = await Promise.all(
    subjects.map((subject) => work.permission({ title: "Run the tests?", subject })),
  );
  const isCancelled = chosen.includes(undefined);
  work.update({
    sessionUpdate: "tool_call_update",
    toolCallId,
    status: isCancelled ? "cancelled" : "completed",
  });
  return isCancelled ? "cancelled" : "end_turn";
}

/** A form for the user. */
export async function askForm(work: Work): Promise<string> {
  const { response } = work.agent.call("elicitation/create", {
    mode: "form",
    sessionId: work.session.id,
    message: "Which colour?",
    requestedSchema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
  });
  work.state("requires_action");
  await Promise.race([response, work.cancelled]);
  if (work.isCancelled) return "cancelled";
  work.state("running");
  return "end_turn";
}
