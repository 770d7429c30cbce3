import { test } from "tap";
import { lostResponses, straySightings } from "../../../src/fuzz/client/oracles/answers.js";
import { lifeSightings, memorySightings } from "../../../src/fuzz/client/oracles/life.js";
import { passiveSightings } from "../../../src/fuzz/client/oracles/passive.js";
import { releaseSightings, scopeSightings } from "../../../src/fuzz/client/oracles/scope.js";
import type { Subject } from "../../../src/fuzz/client/play/asked.js";
import type { ClientPlayed } from "../../../src/fuzz/client/play/played.js";
import { loadProtocol } from "../../../src/protocol/load-protocol.js";
import { clientPlayed } from "./client-played.js";
import type { Said } from "./said.js";

const asks = (id: number, method: string, params = {}): Said => ["a2c", { id, method, params }];
const tells = (method: string): Said => ["a2c", { method, params: {} }];
const gives = (id: number | null, result: object = {}): Said => ["c2a", { id, result: { ...result } }];
const ids = (sightings: readonly { readonly checkId: string }[]): string[] =>
  sightings.map(({ checkId }) => checkId);

test("straySightings() tells what nobody asked for from what was asked", async (t) => {
  const stray = (...said: readonly Said[]): string[] => ids(straySightings(clientPlayed(said)));

  t.same(stray(asks(1, "a"), asks(2, "b"), gives(2), gives(1)), []);
  t.same(stray(["c2a", { id: 1, method: "session/prompt", params: {} }], asks(1, "a"), gives(1)), []);
  t.same(stray(asks(1, "a"), gives(1), gives(1)), ["client.fuzz.one-response"]);
  t.same(stray(gives(7)), ["client.fuzz.no-stray-response"]);
  t.same(stray(tells("x"), gives(null)), ["client.fuzz.silent-on-notifications"]);
  const noise = { do: "say", name: "x", payload: { text: "x\n" } } as const;
  t.same(straySightings(clientPlayed([gives(7)], { commands: [noise] })), []);
});

test("lostResponses() accuses of each request that was not answered", async (t) => {
  const said = [asks(1, "fs/read_text_file"), asks(2, "_x"), gives(2)];
  const [lost] = clientPlayed(said).asked;
  const seen = (more: Partial<ClientPlayed>): string[] => ids(lostResponses(clientPlayed(said, more)));

  t.same(seen({}), []);
  t.same(seen({ unanswered: lost === undefined ? [] : [lost] }), ["client.fuzz.answers-every-request"]);
});

test("lifeSightings() tells a loss and a hang from a life to the end", async (t) => {
  const life = (more: Parameters<typeof clientPlayed>[1]): string[] =>
    ids(lifeSightings(clientPlayed([], more)));

  t.same(life({}), []);
  t.same(life({ loss: { exit: { code: 1, signal: null } } }), ["client.fuzz.stays-alive"]);
  t.same(life({ loss: { exit: undefined } }), ["client.fuzz.stays-alive"]);
  t.same(life({ silentMs: 1000 }), ["client.fuzz.keeps-answering"]);
  t.same(life({ silentMs: 1000, commands: [{ do: "stray" }] }), ["client.fuzz.survives-odd-input"]);
});

test("scopeSightings() finds the option, the text and the file of another request", async (t) => {
  const options = (number: number): object => ({
    options: [{ optionId: `allow-${number}`, name: "Allow", kind: "allow_once" }],
  });
  const selects = (id: number, number: number): Said =>
    gives(id, { outcome: { outcome: "selected", optionId: `allow-${number}` } });
  const asked = [1, 2].map((id) => asks(id, "session/request_permission", options(id)));

  t.same(scopeSightings(clientPlayed([...asked, selects(1, 1), selects(2, 2)])), []);
  t.same(ids(scopeSightings(clientPlayed([...asked, selects(1, 1), selects(2, 1)]))), [
    "client.fuzz.answer-scope",
  ]);

  const reads = [1, 2].map((id) => asks(id, "fs/read_text_file"));
  const about: Record<string, Subject> = {
    1: { what: "read", mark: "acpassay_f1_" },
    2: { what: "read", mark: "acpassay_f2_" },
  };
  const content = (id: number, number: number): Said => gives(id, { content: `acpassay_f${number}_1\n` });
  t.same(scopeSightings(clientPlayed([...reads, content(1, 1), content(2, 2)], { about })), []);
  t.same(ids(scopeSightings(clientPlayed([...reads, content(1, 2), content(2, 2)], { about }))), [
    "client.fuzz.answer-scope",
  ]);

  const writes = [1, 2].map((id) => asks(id, "fs/write_text_file"));
  const said = [...writes, gives(1), gives(2)];
  const writing: Record<string, Subject> = {
    1: { what: "write", path: "/w1", mark: "one" },
    2: { what: "write", path: "/w2", mark: "two" },
  };
  const files = (first: string, second: string): Map<string, string> =>
    new Map([
      ["/w1", first],
      ["/w2", second],
    ]);
  t.same(scopeSightings(clientPlayed(said, { about: writing, files: files("one", "two") })), []);
  t.same(ids(scopeSightings(clientPlayed(said, { about: writing, files: files("two", "two") }))), [
    "client.fuzz.answer-scope",
  ]);
});

test("releaseSightings() accuses of commands that run on", async (t) => {
  const played = clientPlayed([asks(1, "terminal/release"), gives(1)]);

  t.same(releaseSightings(played), []);
  t.same(ids(releaseSightings({ ...played, leftRunning: played.asked })), [
    "client.fuzz.released-commands-end",
  ]);
});

test("memorySightings() accuses of memory that grows without end", async (t) => {
  const memory = Array.from({ length: 400 }, (_, time) => 60 + time);

  t.same(ids(memorySightings(clientPlayed([], { memory }))), ["client.fuzz.memory"]);
  t.same(memorySightings(clientPlayed([], { memory: memory.map((mib) => Math.min(mib, 160)) })), []);
});

test("passiveSightings() says what the registry's checks see, unless the agent broke a rule", async (t) => {
  const protocol = await loadProtocol("v1");
  const check = {
    id: "acp.v1.x",
    judge: () => ({ kind: "violated", expected: "a", actual: "b", frames: [] }) as const,
  };

  t.same(ids(passiveSightings(clientPlayed([]), protocol, [check])), ["acp.v1.x"]);
  t.same(passiveSightings(clientPlayed([], { commands: [{ do: "stray" }] }), protocol, [check]), []);
});
