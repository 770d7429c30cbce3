import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import { invalidParams } from "../../raw/behaviour.js";
import { type BehaviourTwo, mutant } from "../behaviour.js";
import { answering, changeResult, changeState, changeUpdate, mapUpdates, obey, without } from "../change.js";

const PROMPT = "session/prompt";

/** Mutants that break a rule of prompts, of states and of cancels. */
export const promptMutants: readonly BehaviourTwo[] = [
  mutant(
    "answers-at-end",
    "a prompt is answered when the work has ended",
    answering(PROMPT, async (params, agent) => {
      const answer = await obey(PROMPT, params, agent);
      await agent.sessions.get(String(params["sessionId"]))?.work?.over;
      return answer;
    }),
  ),
  mutant(
    "answers-nothing",
    "a prompt is answered with an empty object",
    changeResult(PROMPT, () => ({})),
  ),
  mutant(
    "answers-stop-reason",
    "a prompt is answered with a stop reason too",
    changeResult(PROMPT, (result) => ({ ...result, stopReason: "end_turn" })),
  ),
  mutant(
    "two-message-ids",
    "the user message has another id than the response says",
    changeUpdate("user_message", (update) => ({
      ...update,
      messageId: `other-${String(update["messageId"])}`,
    })),
  ),
  mutant(
    "hides-user-message",
    "the user message is not reported",
    mapUpdates((update) => (update["sessionUpdate"] === "user_message" ? [] : [update])),
  ),
  mutant(
    "shows-refused",
    "a prompt that is refused is shown first",
    answering(PROMPT, async (params, agent) => {
      const answer = await obey(PROMPT, params, agent);
      if (answer !== "silence" && "error" in answer) {
        const content = [{ type: "text", text: "as you said" }];
        const update = { sessionUpdate: "user_message", messageId: "refused", content };
        agent.notify("session/update", { sessionId: params["sessionId"] ?? null, update });
      }
      return answer;
    }),
  ),
  mutant(
    "one-message-id",
    "every user message of a session has the same id",
    answering(PROMPT, async (params, agent) => {
      const answer = await obey(PROMPT, params, agent);
      const work = agent.sessions.get(String(params["sessionId"]))?.work;
      if (work === undefined || answer === "silence" || "error" in answer) return answer;
      work.messageId = "u-1";
      return { result: { messageId: "u-1" } };
    }),
  ),
  mutant(
    "takes-strange-blocks",
    "a block of an unknown type is left out",
    answering(PROMPT, (params, agent) =>
      obey(PROMPT, { ...params, prompt: blocks(params).filter((block) => !isStrange(block)) }, agent),
    ),
  ),
  mutant(
    "wants-text-only",
    "a resource link is refused",
    answering(PROMPT, (params, agent) =>
      blocks(params).some((block) => isJsonObject(block) && block["type"] === "resource_link")
        ? invalidParams("resource_link is not supported")
        : obey(PROMPT, params, agent),
    ),
  ),
  mutant(
    "never-idle",
    "nothing says that the work has ended",
    changeState("idle", () => undefined),
  ),
  mutant(
    "never-runs",
    "nothing says that work has begun",
    changeState("running", () => undefined),
  ),
  mutant(
    "ends-without-reason",
    "idle comes without a stop reason",
    changeState("idle", (update) => without(update, "stopReason")),
  ),
  mutant(
    "odd-stop-reason",
    "work ends with a reason that is kept for later versions",
    changeState("idle", (update) => ({ ...update, stopReason: "finished" })),
  ),
  mutant(
    "stateless-update",
    "a state_update has no state",
    mapUpdates((update) => (update["state"] === "running" ? [update, without(update, "state")] : [update])),
  ),
  mutant(
    "waits-in-silence",
    "nothing says that the work waits for permission",
    changeState("requires_action", () => undefined),
  ),
  mutant("resumes-in-silence", "nothing says that the work goes on behind a permission", resumingInSilence()),
  mutant(
    "cancelled-without-reason",
    "idle behind a cancel has no stop reason",
    changeState("idle", (update) =>
      update["stopReason"] === "cancelled" ? without(update, "stopReason") : update,
    ),
  ),
  mutant(
    "cancel-is-error",
    "cancelled work is reported as failed",
    changeState("idle", (update) =>
      update["stopReason"] === "cancelled" ? { ...update, stopReason: "error" } : update,
    ),
  ),
  mutant("talks-after-cancel", "a message goes on behind the idle of a cancel", {
    work: async (work) => {
      const reason = await work.obey();
      if (reason !== "cancelled") return reason;
      work.state("idle", { stopReason: reason });
      const said = work.session.history.findLast(
        ({ sessionUpdate }) => sessionUpdate === "agent_message_chunk",
      );
      if (said !== undefined) work.update(said);
      return undefined;
    },
  }),
  mutant("waits-for-permission", "cancelled work waits for its permission request", {
    work: async (work) => {
      const patient = Object.create(work) as typeof work;
      Object.defineProperty(patient, "cancelled", { value: new Promise(() => undefined) });
      return work.text.includes("slowly") ? await work.obey() : await patient.obey();
    },
  }),
];

/** Only the running right behind a requires_action is missing. */
function resumingInSilence(): ReturnType<typeof mapUpdates> {
  let isWaiting = false;
  return mapUpdates((update) => {
    if (update["state"] === "requires_action") isWaiting = true;
    const isResuming = isWaiting && update["state"] === "running";
    if (update["state"] === "idle") isWaiting = false;
    return isResuming ? [] : [update];
  });
}

function blocks({ prompt }: JsonObject): readonly Json[] {
  return Array.isArray(prompt) ? prompt : [];
}

function isStrange(block: Json): boolean {
  return isJsonObject(block) && String(block["type"]).startsWith("_");
}
