import type { JsonObject } from "../../../../src/wire/message.js";
import type { Answer } from "../behaviour.js";
import { ended, type Turn } from "../turn.js";

const STEPS: readonly string[] = ["Look around", "Think", "Report"];

/** Makes a plan and carries it out, one update a step. */
export async function plan(turn: Turn): Promise<Answer> {
  for (let done = 0; done <= STEPS.length; done += 1) {
    turn.update({ sessionUpdate: "plan", entries: entriesAt(done) });
  }
  return ended("end_turn");
}

/** The whole plan when this many of its steps are done. */
export function entriesAt(done: number): JsonObject[] {
  return STEPS.map((content, place) => ({
    content,
    priority: "medium",
    status: place < done ? "completed" : place === done ? "in_progress" : "pending",
  }));
}
