import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import { noteEach, onEach } from "../../../scenarios/steps/passive.js";
import { member, shortly } from "../../../scenarios/steps/reply.js";
import { onUpdate } from "../../../scenarios/steps/schema-check.js";
import { type Update, updatesIn } from "../../../scenarios/steps/turn.js";

const MESSAGES = ["user_message", "agent_message", "agent_thought"];
const CHUNKS = MESSAGES.map((kind) => `${kind}_chunk`);
const STOP_REASONS = ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled", "error"];

/** What session/update carries (docs/protocol/v2/prompt-lifecycle.mdx, agent-plan.mdx; schema SessionUpdate). */
export const updateChecks: readonly PassiveCheck[] = [
  onUpdate(
    "acp.v2.messages.id-required",
    [...MESSAGES, ...CHUNKS],
    ({ segments }) => segments[0] === "messageId",
  ),
  onUpdate("acp.v2.messages.whole-kinds", MESSAGES, ({ segments }) => segments[0] === "content"),
  onUpdate(
    "acp.v2.state.schema",
    ["state_update"],
    ({ segments }) => segments[0] === "state" || segments[0] === "background",
  ),
  onEach("acp.v2.stop.values", ofKind("state_update"), ({ update, frame }) => {
    const reason = update["stopReason"] ?? null;
    const isFine =
      reason === null ||
      (typeof reason === "string" && (STOP_REASONS.includes(reason) || reason.startsWith("_")));
    return isFine
      ? undefined
      : {
          expected: `one of ${STOP_REASONS.join(", ")}, or a custom one that starts with _`,
          actual: shortly(reason),
          frames: [frame],
        };
  }),
  onEach("acp.v2.plan.update-shape", plans, ({ kind, update, frame }, protocol) => {
    if (kind === "plan") return { expected: "plan_update for a plan", actual: kind, frames: [frame] };
    const [violation] = protocol
      .judgeDefinition("SessionUpdate", update, "update")
      .filter(({ segments }) => segments[0] === "plan");
    return violation === undefined
      ? undefined
      : {
          expected: `${violation.path}: ${violation.expected} (${violation.definition})`,
          actual: `${violation.path}: ${violation.actual}`,
          frames: [frame],
        };
  }),
  onEach("acp.v2.plan.unknown-type-has-id", customPlans, ({ type, planId, frame }) =>
    type.startsWith("_") && typeof planId === "string"
      ? undefined
      : {
          expected: "a planId, and a type that starts with _",
          actual: `type ${shortly(type)} and planId ${shortly(planId)}`,
          frames: [frame],
        },
  ),
  noteEach(
    "acp.v2.plan.entry-cancelled",
    ofKind("plan_update"),
    ({ update }) => (JSON.stringify(update).includes('"cancelled"') ? "an entry is cancelled" : undefined),
    "no entry is cancelled",
  ),
  noteEach(
    "acp.v2.usage.currency-open",
    ofKind("usage_update"),
    ({ update }) => {
      const currency = member(update["cost"], "currency");
      return typeof currency === "string" && /^[A-Z]{3}$/.test(currency)
        ? undefined
        : `currency ${shortly(currency)}`;
    },
    "every currency has the form of an ISO 4217 code",
  ),
  noteEach("acp.v2.notices.no-capability", ofKind("notice"), () => "notices are sent", "no notice is sent"),
  noteEach(
    "acp.v2.compaction.no-capability",
    ofKind("compaction_update"),
    () => "compactions are reported",
    "no compaction is reported",
  ),
];

function ofKind(wanted: string): (transcript: Transcript) => Update[] {
  return (transcript) => updatesIn(transcript).filter(({ kind }) => kind === wanted);
}

function customPlans(
  transcript: Transcript,
): { type: string; planId: ReturnType<typeof member>; frame: Update["frame"] }[] {
  return ofKind("plan_update")(transcript).flatMap(({ update, frame }) => {
    const type = member(update["plan"], "type");
    return typeof type === "string" && type !== "items"
      ? [{ type, planId: member(update["plan"], "planId"), frame }]
      : [];
  });
}

function plans(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(({ kind }) => kind === "plan_update" || kind === "plan");
}
