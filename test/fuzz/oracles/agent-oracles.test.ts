import { test } from "tap";
import { lostResponses, straySightings } from "../../../src/fuzz/agent/oracles/answers.js";
import { growthSightings } from "../../../src/fuzz/agent/oracles/growth.js";
import { lifeSightings } from "../../../src/fuzz/agent/oracles/life.js";
import { resultSightings } from "../../../src/fuzz/agent/oracles/schema.js";
import { cancelSightings, lateSightings, leakSightings } from "../../../src/fuzz/agent/oracles/sessions.js";
import type { Played } from "../../../src/fuzz/agent/play/played.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";
import { agentPlayed } from "./agent-played.js";
import type { Said } from "./said.js";

const asks = (id: number, method: string, params = {}): Said => ["c2a", { id, method, params }];
const tells = (method: string, params = {}): Said => ["c2a", { method, params }];
const gives = (id: number | string | null, result: object = {}): Said => [
  "a2c",
  { id, result: { ...result } },
];
const prompts = (id: number, sessionId: string, text = "hello"): Said =>
  asks(id, "session/prompt", { sessionId, prompt: [{ type: "text", text }] });
const says = (sessionId: string, text: string): Said => [
  "a2c",
  {
    method: "session/update",
    params: {
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
    },
  },
];
const ids = (sightings: readonly { readonly checkId: string }[]): string[] =>
  sightings.map(({ checkId }) => checkId);

test("straySightings() tells a second response, a foreign id and an answered notification from what was asked for", async (t) => {
  const stray = (...said: readonly Said[]): string[] => ids(straySightings(agentPlayed(said)));

  t.same(stray(asks(1, "a"), asks(2, "b"), gives(2), gives(1)), []);
  t.same(stray(asks(1, "a"), gives(1), asks(1, "a"), gives(1)), [], "an id may come again");
  t.same(stray(asks(1, "a"), gives(1), gives(1)), ["agent.fuzz.one-response"]);
  t.same(stray(asks(1, "a"), gives("1"), gives(1)), ["agent.fuzz.no-stray-response"]);
  t.same(stray(tells("x"), gives(null)), ["agent.fuzz.silent-on-notifications"]);
  t.same(ids(straySightings(agentPlayed([tells("x"), gives(null)], { commands: [{ do: "stray" }] }))), [
    "agent.fuzz.survives-odd-input",
  ]);
});

test("lostResponses() accuses of what is unanswered, unless two requests share its id", async (t) => {
  const lost = (...said: readonly Said[]): string[] => {
    const { asked } = agentPlayed(said);
    const unanswered = asked.filter(({ reply }) => reply === undefined);
    return ids(lostResponses(agentPlayed(said, { asked, unanswered })));
  };

  t.same(lost(asks(1, "a"), gives(1)), []);
  t.same(lost(asks(1, "a"), asks(2, "b"), gives(2)), ["agent.fuzz.answers-every-request"]);
  t.same(lost(asks(1, "a"), asks(1, "a")), []);
});

test("lifeSightings() tells an end and a hang from a life to the end", async (t) => {
  const life = (more: Partial<Played>): string[] => ids(lifeSightings(agentPlayed([], more)));

  t.same(life({}), []);
  t.same(life({ exit: { code: 1, signal: null } }), ["agent.fuzz.stays-alive"]);
  t.same(life({ isOutputClosed: true }), ["agent.fuzz.stays-alive"]);
  t.same(life({ silentMs: 1000 }), ["agent.fuzz.keeps-answering"]);
});

test("leakSightings() finds a mark of one session in another, in its own it does not", async (t) => {
  const told = [prompts(1, "s0", "acpassay_s0_t0_"), prompts(2, "s1", "acpassay_s1_t0_")];

  t.same(leakSightings(agentPlayed([...told, says("s0", "acpassay_s0_t0_")])), []);
  t.same(ids(leakSightings(agentPlayed([...told, says("s0", "acpassay_s1_t0_")]))), [
    "agent.fuzz.session-leak",
  ]);
  t.same(leakSightings(agentPlayed([...told, says("unknown", "acpassay_s1_t0_")])), []);
});

test("cancelSightings() accuses only where nothing of the client's can have ended the turn", async (t) => {
  const cancelled = gives(1, { stopReason: "cancelled" });
  const cancels = (sessionId: string): Said => tells("session/cancel", { sessionId });
  const seen = (...said: readonly Said[]): string[] => ids(cancelSightings(agentPlayed(said)));

  t.same(seen(prompts(1, "s0"), cancels("s0"), cancelled), []);
  t.same(seen(prompts(1, "s0"), cancels("s1"), cancelled), ["agent.fuzz.cancel-scope"]);
  t.same(seen(prompts(1, "s0"), cancelled), ["acp.v1.stop.cancelled-only-when-cancelled"]);
  t.same(seen(cancels("s0"), prompts(1, "s0"), cancelled), [], "the two may have crossed");
  t.same(seen(prompts(1, "s0"), asks(2, "session/close", { sessionId: "s0" }), cancelled), []);
  t.same(seen(prompts(1, "s0"), tells("$/cancel_request", { requestId: 1 }), cancelled), []);
  t.same(seen(prompts(1, "s0"), gives(1, { stopReason: "end_turn" })), []);
});

test("lateSightings() finds output behind the answer of a cancelled turn, and lets other turns be", async (t) => {
  const turn = [prompts(1, "s0"), tells("session/cancel", { sessionId: "s0" })];
  const cancelled = gives(1, { stopReason: "cancelled" });

  t.same(ids(lateSightings(agentPlayed([...turn, cancelled, says("s0", "late")]))), [
    "acp.v1.cancel.agent-updates-before-response",
  ]);
  t.same(lateSightings(agentPlayed([...turn, says("s0", "in time"), cancelled])), []);
  t.same(lateSightings(agentPlayed([...turn, cancelled, says("s1", "another's")])), []);
  t.same(lateSightings(agentPlayed([...turn, cancelled, prompts(2, "s0"), says("s0", "the next")])), []);
});

test("resultSightings() judges each result by its definition, and lets null pass where a page shows it", async (t) => {
  const protocol = await loadProtocol("v1");
  const seen = (method: string, result: object | null): string[] =>
    ids(
      resultSightings(
        agentPlayed([asks(1, method), ["a2c", { id: 1, result: result === null ? null : { ...result } }]]),
        protocol,
        new Set(),
      ),
    );

  t.same(seen("session/list", { sessions: [] }), []);
  t.same(seen("session/list", { sessions: 5 }), ["agent.fuzz.result-schema"]);
  t.same(seen("session/load", null), []);
});

test("growthSightings() accuses of memory that grows without end, not of a heap that is filled once", async (t) => {
  const turns = Array.from({ length: 200 }, (_, turn) => turn);
  const seen = (memory: readonly number[]): string[] => ids(growthSightings({ memory }));

  t.same(seen(turns.map((turn) => 60 + 2 * turn)), ["agent.fuzz.memory"]);
  t.same(seen(turns.map((turn) => Math.min(400, 60 + 8 * turn))), [], "it came to rest");
  t.same(seen(turns.map((turn) => 60 + 0.2 * turn)), [], "too little to tell");
  t.same(seen(turns.slice(0, 50).map((turn) => 60 + 8 * turn)), [], "too few turns");
});
