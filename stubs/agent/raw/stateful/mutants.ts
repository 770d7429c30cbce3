import { Buffer } from "node:buffer";
import { closeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import type { RawAgent } from "../agent.js";
import { type Behaviour, mutant } from "../behaviour.js";
import { changeResult } from "../change.js";
import { resourceful, resourcefulAnswers } from "./resourceful.js";

/** Defects that show only in some state: what came before, what else is open, what crosses on the way. */
export const statefulMutants: readonly Behaviour[] = [
  mutant("dies-of-reused-id", "ends when an id that it has answered is used again", {
    incoming: (message) => {
      if (message.kind !== "request") return false;
      if (ids.has(message.id.key)) process.exit(1);
      ids.add(message.id.key);
      return false;
    },
  }),
  mutant("hangs-on-early-cancel", "never ends a turn that is cancelled before its first update", {
    turn: async (turn) => {
      await delay(10);
      return turn.isCancelled ? "silence" : await turn.obey();
    },
  }),
  mutant("loses-cancelled-answer", "loses the answer of a turn that was cancelled", {
    turn: async (turn) => {
      const answer = await turn.obey();
      return turn.isCancelled ? "silence" : answer;
    },
  }),
  mutant("answers-dollar", "answers $/ notifications that it does not know", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "$/acp_assay_tell") return false;
      refuse(agent, null);
      return true;
    },
  }),
  mutant("answers-withdrawal", "answers $/cancel_request with an id of its own", {
    incoming: (message, agent) => {
      if (message.kind !== "notification" || message.method !== "$/cancel_request") return false;
      refuse(agent, "withdrawal");
      return true;
    },
  }),
  mutant("loses-crossing-answer", "loses the answer to a prompt while another session has a turn", {
    turn: async (turn) => {
      const isCrossing = turn.agent.cancels.size > 1;
      const answer = await turn.obey();
      return isCrossing ? "silence" : answer;
    },
  }),
  mutant("leaks-other-prompt", "says what another session was asked last", {
    turn: async (turn) => {
      const other = [...lastTexts].find(([sessionId]) => sessionId !== turn.sessionId);
      lastTexts.set(turn.sessionId, turn.text);
      if (other !== undefined) turn.say(`As you said: ${other[1]}`);
      return await turn.obey();
    },
  }),
  mutant(
    "answers-prompt-per-grant",
    "answers the prompt once for each time that its permission was granted",
    {
      outgoing: (message, { method, kind }) => {
        if (method === "session/request_permission" && kind === "request") {
          asked = message["id"] ?? null;
          promptAnswer = undefined;
        }
        if (method === "session/prompt") promptAnswer = message;
        return [message];
      },
      // The second grant may come before the turn has ended or after it.
      incoming: (message, agent) => {
        if (message.kind !== "response" || message.value["id"] !== asked || agent.isOpen(String(asked)))
          return false;
        void answerAgain(agent);
        return true;
      },
    },
  ),
  mutant(
    "dies-at-load-in-close",
    "ends when a session is loaded while it is being closed",
    resourceful({
      answers: {
        "session/close": async (params, agent, id) => {
          closing.add(String(params["sessionId"]));
          const answer = await resourcefulAnswers["session/close"]?.(params, agent, id);
          closing.delete(String(params["sessionId"]));
          return answer ?? "silence";
        },
        "session/load": async (params, agent, id) => {
          if (closing.has(String(params["sessionId"]))) process.abort();
          return (await resourcefulAnswers["session/load"]?.(params, agent, id)) ?? "silence";
        },
      },
    }),
  ),
  mutant("second-session-modeless", "gives its second session a mode state of another form", {
    ...changeResult("session/new", (result) => {
      opened += 1;
      return opened === 1 ? result : { ...result, modes: { currentModeId: 1, availableModes: [] } };
    }),
  }),
  mutant(
    "resumes-closed-as-list",
    "answers session/resume with a list when the session was closed",
    resourceful({
      answers: {
        "session/resume": async (params, agent, id) => {
          const wasOpen = agent.sessions.has(String(params["sessionId"]));
          const answer = await resourcefulAnswers["session/resume"]?.(params, agent, id);
          return wasOpen ? (answer ?? "silence") : { result: [] };
        },
      },
    }),
  ),
  mutant("deaf-after-cancelled-question", "reads nothing any more once a turn was cancelled while it asked", {
    turn: async (turn) => {
      const answer = await turn.obey();
      if (turn.file === undefined || !turn.isCancelled) return answer;
      process.stdin.pause();
      // Nothing else keeps a process alive that reads nothing.
      setInterval(() => undefined, 60_000);
      return answer;
    },
  }),
  mutant("keeps-every-turn", "keeps two megabytes of each turn", {
    turn: async (turn) => {
      kept.push(Buffer.alloc(2 * 1024 * 1024, turn.text));
      return await turn.obey();
    },
  }),
  mutant("dies-of-noise", "ends at a line that is not JSON", {
    incoming: (message) => {
      if (message.kind === "malformed" && message.reason === "not JSON") process.exit(2);
      return false;
    },
  }),
  mutant("loses-turn-at-mode", "forgets the turn when the mode changes under it", {
    answers: {
      "session/set_mode": ({ sessionId }, agent) => {
        if (agent.cancels.has(String(sessionId))) forgotten.add(String(sessionId));
        return { result: {} };
      },
    },
    turn: async (turn) => {
      const answer = await turn.obey();
      return forgotten.delete(turn.sessionId) ? "silence" : answer;
    },
  }),
  mutant(
    "closes-stdout-at-delete",
    "closes its stdout when a session with a turn is deleted",
    resourceful({
      answers: {
        "session/delete": async (params, agent, id) => {
          if (agent.cancels.has(String(params["sessionId"]))) closeOutput();
          return (await resourcefulAnswers["session/delete"]?.(params, agent, id)) ?? "silence";
        },
      },
    }),
  ),
];

const ids: Set<string> = new Set();
const lastTexts: Map<string, string> = new Map();
const closing: Set<string> = new Set();
const forgotten: Set<string> = new Set();
const kept: Buffer[] = [];
let opened = 0;
let asked: Json = null;
let promptAnswer: JsonObject | undefined;

async function answerAgain(agent: RawAgent): Promise<void> {
  while (promptAnswer === undefined) await delay(1);
  agent.write(`${JSON.stringify(promptAnswer)}\n`);
}

function refuse(agent: RawAgent, id: Json): void {
  agent.send(
    { jsonrpc: "2.0", id, error: { code: -32601, message: "No" } },
    { method: "", kind: "response" },
  );
}

/** Node never closes process.stdout by itself, so its descriptor is. */
function closeOutput(): void {
  process.stdout.on("error", () => undefined);
  closeSync(1);
}
