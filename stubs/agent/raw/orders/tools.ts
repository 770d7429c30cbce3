import type { Answer } from "../behaviour.js";
import { ended, type Turn } from "../turn.js";
import type { Order } from "./order.js";

/** A tool call from its start to its end, without anything in between. */
export async function look(turn: Turn): Promise<Answer> {
  const call = turn.startCall("List files", "search");
  call.running();
  call.done("two files");
  return ended("end_turn");
}

/** A tool call that runs until the turn is cancelled. */
export async function work(turn: Turn): Promise<Answer> {
  const call = turn.startCall("Think hard", "think");
  call.running();
  await turn.cancelled;
  call.failed("stopped");
  return ended("cancelled");
}

/** Many chunks of one message. */
export async function sayMuch(turn: Turn): Promise<Answer> {
  const messageId = `m-${turn.agent.freshNumber()}`;
  for (let number = 1; number <= 60; number += 1) turn.say(`${number}\n`, messageId);
  return ended("end_turn");
}

/** Two tool calls that both ask for permission, at the same time. */
export async function askTwice(turn: Turn): Promise<Answer> {
  const calls = [turn.startCall("Write a", "edit"), turn.startCall("Write b", "edit")];
  const outcomes = await Promise.all(calls.map(({ id }) => turn.askPermission(id)));
  for (const [place, outcome] of outcomes.entries()) {
    if (outcome !== "allow" || turn.isCancelled) continue;
    calls[place]?.running();
    calls[place]?.done("written");
  }
  const isOver = turn.isCancelled || outcomes.includes("cancelled");
  for (const [place, outcome] of outcomes.entries())
    if (outcome !== "allow" || isOver) calls[place]?.failed("no");
  return ended(isOver ? "cancelled" : "end_turn");
}

/** A turn that ends at once, for this reason. */
export function stop(stopReason: string): Order {
  return async () => ended(stopReason);
}
