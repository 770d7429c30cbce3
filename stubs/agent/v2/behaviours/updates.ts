import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { type BehaviourTwo, mutant, type OverridesTwo } from "../behaviour.js";
import { besides, changeState, changeUpdate, mapUpdates, without } from "../change.js";

/** Mutants that break a rule of messages, plans, content or background work. */
export const updateMutants: readonly BehaviourTwo[] = [
  mutant(
    "chunk-without-id",
    "a chunk has no messageId",
    changeUpdate("agent_message_chunk", (update) => without(update, "messageId")),
  ),
  mutant(
    "old-plan",
    "a plan is reported as in version 1",
    besides((work) => work.update(OLD_PLAN)),
  ),
  mutant(
    "plan-without-id",
    "a plan has no planId",
    changeUpdate("plan_update", (update) => ({ ...update, plan: { type: "items", entries: [] } })),
  ),
  mutant(
    "nameless-own-plan",
    "a plan of a custom type has no planId",
    besides((work) =>
      work.update({ sessionUpdate: "plan_update", plan: { type: "_raw-agent.example/map" } }),
    ),
  ),
  mutant(
    "old-mode-update",
    "a mode is reported as in version 1",
    besides((work) => work.update({ sessionUpdate: "current_mode_update", currentModeId: "ask" })),
  ),
  mutant(
    "path-as-uri",
    "the uri of a link is a path",
    onBlock("resource_link", (block) => ({ ...block, uri: "/note.txt" })),
  ),
  mutant(
    "image-in-hex",
    "an image is not in base64",
    onBlock("image", (block) => ({ ...block, data: "0x89:50:4e:47" })),
  ),
  mutant(
    "priority-seven",
    "a priority is 7",
    onBlock("text", (block) =>
      block["annotations"] === undefined ? block : { ...block, annotations: { priority: 7 } },
    ),
  ),
  mutant(
    "icon-in-clear",
    "an icon comes over http",
    onBlock("resource_link", (block) => ({ ...block, icons: [{ src: "http://raw-agent.example/a.png" }] })),
  ),
  mutant(
    "background-sometimes",
    "idle lacks the list of background work",
    changeState("idle", (update) => without(update, "background")),
  ),
  mutant(
    "background-unannounced",
    "background work is listed that nobody knows",
    changeState("idle", (update) => ({
      ...update,
      background: [{ type: "terminal", terminalId: "nobody-knows" }],
    })),
  ),
  mutant(
    "background-vanishes",
    "background work is taken off the list before its end",
    mapUpdates((update) => (isJsonObject(update["exitStatus"]) ? [] : [update])),
  ),
];

const OLD_PLAN: JsonObject = {
  sessionUpdate: "plan",
  entries: [{ content: "Read the note", priority: "high", status: "pending" }],
};

/** Changes the blocks of a type in chunks of the agent's messages. */
function onBlock(type: string, change: (block: JsonObject) => JsonObject): OverridesTwo {
  return changeUpdate("agent_message_chunk", (update) => {
    const { content } = update;
    return isJsonObject(content) && content["type"] === type
      ? { ...update, content: change(content) }
      : update;
  });
}
