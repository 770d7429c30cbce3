import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../../scenarios/steps/reply.js";
import { type Update, updatesIn } from "../../../scenarios/steps/turn.js";
import { resumedIn } from "../../steps/prompts.js";

const FINAL = ["completed", "failed", "cancelled"];

/**
 * The list of background work: on every state update once there is one, of things that were announced, each taken off only
 * when its end is reported (schema RunningStateUpdate and BackgroundWork).
 */
export const backgroundChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.state.background-list", afterFirstList, ({ update, before, isResumed }) => {
    const frames = [update.frame];
    const list = update.update["background"];
    if (!Array.isArray(list))
      return { expected: "background on every state update", actual: shortly(list), frames };
    const strange = list.find((item) => isKnownKind(item) && !isResumed && !isAnnounced(item, before));
    if (strange !== undefined)
      return { expected: "work that was announced", actual: shortly(strange), frames };
    const previous = before.filter(({ kind }) => kind === "state_update").at(-1);
    const gone = items(previous?.update["background"]).find(
      (item) =>
        isKnownKind(item) && !list.some((other) => keyOf(other) === keyOf(item)) && !isOver(item, before),
    );
    return gone === undefined
      ? undefined
      : {
          expected: "work on the list until its end is reported",
          actual: `${shortly(gone)} is gone`,
          frames,
        };
  }),
];

/** The state updates of each session from the first on that has such a list, with what came before. */
function afterFirstList(
  transcript: Transcript,
): { update: Update; before: readonly Update[]; isResumed: boolean }[] {
  const all = updatesIn(transcript);
  const resumed = resumedIn(transcript);
  return all.flatMap((update, place) => {
    if (update.kind !== "state_update") return [];
    const before = all.slice(0, place).filter(({ sessionId }) => sessionId === update.sessionId);
    const hasList = [...before, update].some(
      ({ kind, update: each }) => kind === "state_update" && Array.isArray(each["background"]),
    );
    return hasList ? [{ update, before, isResumed: resumed.has(update.sessionId) }] : [];
  });
}

function isKnownKind(item: Json): boolean {
  return ["terminal", "tool_call"].includes(String(member(item, "type")));
}

/** The id of a piece of work, with its kind. */
function keyOf(item: Json): string {
  const name = member(item, "type") === "terminal" ? "terminalId" : "toolCallId";
  return JSON.stringify([name, member(item, name)]);
}

function reportsOf(item: Json, before: readonly Update[]): Update[] {
  const [kind, name] =
    member(item, "type") === "terminal"
      ? ["terminal_update", "terminalId"]
      : ["tool_call_update", "toolCallId"];
  return before.filter((each) => each.kind === kind && each.update[name] === member(item, name));
}

function isAnnounced(item: Json, before: readonly Update[]): boolean {
  return reportsOf(item, before).length > 0;
}

function isOver(item: Json, before: readonly Update[]): boolean {
  return reportsOf(item, before).some(({ update }) =>
    member(item, "type") === "terminal"
      ? isJsonObject(update["exitStatus"])
      : FINAL.includes(String(update["status"])),
  );
}
