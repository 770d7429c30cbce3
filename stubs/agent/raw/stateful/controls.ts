import { type Answer, type Behaviour, control } from "../behaviour.js";
import { changeResult } from "../change.js";
import { ended, type Turn } from "../turn.js";
import { resourceful, resourcefulAnswers } from "./resourceful.js";

/** Odd in some state, and allowed: the documents leave these open, so that no campaign may accuse any of them. */
export const statefulControls: readonly Behaviour[] = [
  control("resourceful", "keeps its sessions: lists, loads, resumes, closes and deletes them", resourceful()),
  control("queues-prompts", "takes the prompts of a session one after the other", {
    turn: async (turn) => {
      const before = queue.get(turn.sessionId);
      const own = runAfter(before, turn);
      queue.set(turn.sessionId, own);
      return await own;
    },
  }),
  control("refuses-second-prompt", "refuses a prompt while its session has a turn", {
    turn: async (turn) => {
      if (busy.has(turn.sessionId)) return { error: { code: -32600, message: "A turn is running" } };
      busy.add(turn.sessionId);
      const answer = await turn.obey();
      busy.delete(turn.sessionId);
      return answer;
    },
  }),
  control("replaces-turns", "ends the turn of a session when it gets another prompt", {
    turn: async (turn) => {
      running.get(turn.sessionId)?.();
      const replaced = new Promise<Answer>((resolve) => {
        running.set(turn.sessionId, () => resolve(ended("cancelled")));
      });
      return await Promise.race([turn.obey(), replaced]);
    },
  }),
  control(
    "loads-null",
    "answers session/load with null, as an example does",
    resourceful({
      answers: {
        "session/load": async (params, agent, id) => {
          const answer = (await resourcefulAnswers["session/load"]?.(params, agent, id)) ?? "silence";
          return answer !== "silence" && "result" in answer ? { result: null } : answer;
        },
      },
    }),
  ),
  control(
    "closes-before-answer",
    "answers session/close in front of the prompt that it cancels",
    resourceful({
      turn: async (turn) => {
        const answer = await turn.obey();
        if (turn.isCancelled) await new Promise((resolve) => setTimeout(resolve, 15));
        return answer;
      },
    }),
  ),
  control(
    "knows-no-open-load",
    "refuses to load a session that is open",
    resourceful({
      answers: {
        "session/load": async (params, agent, id) =>
          agent.sessions.has(String(params["sessionId"]))
            ? { error: { code: -32602, message: "The session is open" } }
            : ((await resourcefulAnswers["session/load"]?.(params, agent, id)) ?? "silence"),
      },
    }),
  ),
  control("speaks-unasked", "goes on talking when its turn is over", {
    turn: async (turn) => {
      const answer = await turn.obey();
      if (!turn.isCancelled) setTimeout(() => turn.say("by the way"), 5);
      return answer;
    },
  }),
  control(
    "refuses-close-and-delete",
    "cannot close or delete what it offers to",
    resourceful({
      answers: {
        "session/close": () => ({ error: { code: -32603, message: "The disk is full" } }),
        "session/delete": () => ({ error: { code: -32603, message: "The disk is full" } }),
      },
    }),
  ),
  control(
    "refuses-everything",
    "ends every turn with refusal that nobody cancelled",
    changeResult("session/prompt", (result) =>
      result["stopReason"] === "end_turn" ? { stopReason: "refusal" } : result,
    ),
  ),
];

const queue: Map<string, Promise<Answer>> = new Map();
const busy: Set<string> = new Set();
const running: Map<string, () => void> = new Map();

async function runAfter(before: Promise<Answer> | undefined, turn: Turn): Promise<Answer> {
  await before;
  return turn.isCancelled ? ended("cancelled") : await turn.obey();
}
