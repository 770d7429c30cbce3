import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../../../src/wire/message.js";
import { type Answer, type Behaviour, control } from "../behaviour.js";
import { answer } from "../change.js";
import { CANCELLED, obedientAnswers } from "../obedient.js";
import { greet, openSession, prompt } from "../tour.js";

/** Odd in some state, and allowed: no campaign may accuse any of these. */
export const statefulControls: readonly Behaviour[] = [
  control(
    "never-decides",
    "leaves every question to its user, who is not there",
    answer(
      "session/request_permission",
      async (_, client, id) => await new Promise<Answer>((resolve) => client.undecided.set(id, resolve)),
    ),
  ),
  control("answers-in-order", "answers one request after the other, each when the one before is answered", {
    answers: Object.fromEntries(
      Object.entries(obedientAnswers)
        .filter(([method]) => method.startsWith("fs/"))
        .map(([method, answerer]) => [
          method,
          async (params, client, id) => {
            const before = last;
            last = (async () => {
              await before;
              await delay(5);
            })();
            await last;
            return await answerer(params, client, id);
          },
        ]),
    ),
  }),
  control("leaves-at-end", "ends at once when its turn is over, with code 3", {
    tour: async (client) => {
      await greet(client);
      const { sessionId } = await openSession(client);
      await prompt(client, sessionId, "First");
      process.exit(3);
    },
  }),
  control(
    "refuses-after-stop",
    "answers every question as cancelled when it was stopped once",
    answer("session/request_permission", async (params, client, id) => {
      wasStopped ||= client.isStopped;
      if (wasStopped) return CANCELLED;
      return (await obedientAnswers["session/request_permission"]?.(params, client, id)) ?? "silence";
    }),
  ),
  control("hurries-back", "answers in the reverse order of what it was asked at once", {
    outgoing: (message, { kind }, client) => {
      if (kind !== "response") return [message];
      waiting.unshift(message);
      if (waiting.length === 1)
        setImmediate(() => {
          for (const one of waiting.splice(0)) client.write(`${JSON.stringify(one)}\n`);
        });
      return [];
    },
  }),
];

let last: Promise<void> = Promise.resolve();
let wasStopped = false;
const waiting: Json[] = [];
