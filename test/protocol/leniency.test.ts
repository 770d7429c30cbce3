import { test } from "tap";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import type { Part } from "../../src/protocol/protocol.js";

const pinned = await loadProtocol("v1.19.0");
const v1 = await loadProtocol("v1");

const verdict = (part: Part, method: string, value: unknown, protocol = pinned) => {
  const { lost, refused } = protocol.losesData(
    part,
    method,
    protocol.method(method, "c2a") ? "c2a" : "a2c",
    value,
  );
  return { lost: lost.map(({ path }) => path), refused: refused.map(({ path }) => path) };
};

test("losesData() tells what reference readers mend from what they refuse", async (t) => {
  t.test("a wrong-typed flag becomes its default", async (t) => {
    const params = { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: "yes" } } };

    t.same(verdict("request", "initialize", params), {
      lost: ["params.clientCapabilities.fs.readTextFile"],
      refused: [],
    });
  });

  t.test("an invalid item is dropped from its list", async (t) => {
    t.same(verdict("result", "session/list", { sessions: [{ cwd: "/" }] }), {
      lost: ["result.sessions[0].sessionId"],
      refused: [],
    });
  });

  t.test("a missing key is refused although a wrong value would be mended", async (t) => {
    t.same(verdict("result", "session/list", {}), { lost: [], refused: ["result.sessions"] });
    t.same(verdict("result", "session/list", { sessions: 5 }), { lost: ["result.sessions"], refused: [] });
  });

  t.test("an unknown content type in a prompt is refused", async (t) => {
    t.same(verdict("request", "session/prompt", { sessionId: "s", prompt: [{ type: "x" }] }), {
      lost: [],
      refused: ["params.prompt[0].type"],
    });
  });

  t.test("an unknown kind of a tool call is dropped, an unknown update is not", async (t) => {
    const call = { sessionUpdate: "tool_call", toolCallId: "t", title: "t", kind: "sing" };

    t.same(verdict("notification", "session/update", { sessionId: "s", update: call }).lost, [
      "params.update.kind",
    ]);
    t.same(
      verdict("notification", "session/update", { sessionId: "s", update: { sessionUpdate: "x" } }).refused,
      ["params.update.sessionUpdate"],
    );
  });

  t.test("null becomes empty only where the newer schema says so", async (t) => {
    const prompt = { cwd: "/", mcpServers: [], additionalDirectories: null };

    t.same(verdict("request", "session/new", prompt, v1), {
      lost: ["params.additionalDirectories"],
      refused: [],
    });
    t.same(verdict("request", "session/new", { ...prompt, additionalDirectories: 5 }, v1), {
      lost: [],
      refused: ["params.additionalDirectories"],
    });
  });
});
