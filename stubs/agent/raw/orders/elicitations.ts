import type { JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";
import type { Answer } from "../behaviour.js";
import { ended, type Turn } from "../turn.js";

/** Asks the user which colour to take; without forms, or without an answer, it takes one by itself. */
export async function askForm(turn: Turn): Promise<Answer> {
  const response = turn.clientCan("elicitation", "form")
    ? await turn.askClient("elicitation/create", {
        mode: "form",
        message: "Which colour do you prefer?",
        requestedSchema: {
          type: "object",
          properties: { colour: { type: "string", title: "Colour", enum: ["red", "blue"] } },
          required: ["colour"],
        },
      })
    : undefined;
  if (turn.isCancelled) return ended("cancelled");
  const { action, content } = (response?.["result"] ?? {}) as JsonObject;
  const colour = action === "accept" ? (content as JsonObject | null)?.["colour"] : undefined;
  turn.say(colour === "red" || colour === "blue" ? `You prefer ${colour}` : "I take red");
  return ended("end_turn");
}

/** Sends the user to a page; what is done there, nobody sees here. */
export async function askUrl(turn: Turn): Promise<Answer> {
  if (turn.clientCan("elicitation", "url")) {
    await visit(turn.agent, (params) => turn.askClient("elicitation/create", params));
  } else turn.say("Please connect the account on the web site");
  return ended(turn.isCancelled ? "cancelled" : "end_turn");
}

/** Needs a password: by URL, or not at all. */
export async function askSecret(turn: Turn): Promise<Answer> {
  return await askUrl(turn);
}

/** Asks for a visit to a page, and says when it is over. */
export async function visit(
  agent: RawAgent,
  ask: (params: JsonObject) => Promise<JsonObject | undefined>,
): Promise<void> {
  const elicitationId = `e-${agent.freshNumber()}`;
  const response = await ask({
    mode: "url",
    message: "Please connect your account",
    url: `https://raw-agent.example/connect?elicitation=${elicitationId}`,
    elicitationId,
  });
  const { action } = (response?.["result"] ?? {}) as JsonObject;
  if (action === "accept") agent.notify("elicitation/complete", { elicitationId });
}
