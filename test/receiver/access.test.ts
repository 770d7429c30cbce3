import { request } from "node:http";
import { connect } from "node:net";
import { test } from "tap";
import type { Receiver } from "../../src/receiver/receiver.js";
import { ask, emit, eventOf, postText, receiverFor, StreamReader, unplaced } from "./peer.js";

/** The status of a GET with these headers, which fetch would not let through. */
async function statusOf({ port }: Receiver, path: string, headers: Record<string, string>): Promise<number> {
  return await new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("a Host that is not this machine is refused, whatever is asked", async (t) => {
  const receiver = await receiverFor(t, { token: "t" });

  for (const host of [
    "evil.example",
    "evil.example:19050",
    "127.0.0.1.evil.example",
    "localhost.",
    "[::2]",
  ]) {
    t.equal(await statusOf(receiver, "/healthz", { host }), 403, host);
  }
  for (const host of ["localhost", "LocalHost:1", "127.0.0.1:19050", "[::1]:8080"]) {
    t.equal(await statusOf(receiver, "/healthz", { host }), 200, host);
  }
});

test("without a token only pages of this machine may read", async (t) => {
  const { url } = await receiverFor(t);
  const from = async (origin: string, path = "/healthz"): Promise<unknown[]> => {
    const { status, headers } = await ask(`${url}${path}`, { headers: { origin } });
    return [status, headers.get("access-control-allow-origin")];
  };

  t.same(await from("https://evil.example"), [403, null]);
  t.same(await from("https://evil.example", "/stream?live=0"), [403, null]);
  t.same(await from("null"), [403, null], "a sandboxed frame, or a file");
  t.same(await from("http://localhost.evil.example"), [403, null]);
  t.same(await from("http://localhost:3000"), [200, "http://localhost:3000"]);
  t.same(await from("http://127.0.0.1:3000", "/stream?live=0"), [200, "http://127.0.0.1:3000"]);
});

test("a preflight tells what may be sent", async (t) => {
  const { url } = await receiverFor(t);

  const { status, headers } = await ask(`${url}/events`, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:3000", "access-control-request-method": "POST" },
  });

  t.equal(status, 204);
  t.match(headers.get("access-control-allow-headers"), /AEP-Version/);
});

test("a token is asked for everywhere but where nothing of a session is told", async (t) => {
  const receiver = await receiverFor(t, { token: "right" });
  const { url } = receiver;
  const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

  for (const path of ["/events", "/.well-known/aep", "/stream", "/connections", "/socket", "/nowhere"]) {
    const { status, body, headers } = await ask(`${url}${path}`);
    t.same([status, body, headers.get("access-control-allow-origin")], [401, "", "*"], path);
  }
  t.equal((await postText(receiver, "")).status, 401);
  t.equal((await ask(`${url}/tap`, { method: "POST", body: "" })).status, 401);
  t.same((await ask(`${url}/healthz`)).body, { ok: true });
  t.equal((await ask(`${url}/`)).status, 200);

  t.equal((await ask(`${url}/events`, bearer("righ"))).status, 401);
  t.equal(
    (await ask(`${url}/events`, bearer("right "))).status,
    200,
    "space around a header is no part of it",
  );
  t.equal((await ask(`${url}/events`, { headers: { authorization: "bearer right" } })).status, 200);
  t.equal((await ask(`${url}/events?access_token=right`)).status, 200);
  t.equal((await ask(`${url}/events?access_token=wrong`)).status, 401);
  t.match((await ask(`${url}/healthz`, bearer("right"))).body, { ok: true, sessions: 0, subscribers: 0 });
});

test("with a token, orders to agents are passed on to whoever is there, and kept for nobody", async (t) => {
  const receiver = await receiverFor(t, { token: "right" });
  const headers = { authorization: "Bearer right" };
  const stream = await StreamReader.open(receiver, {}, headers);
  const order = unplaced({ type: "control.cancel", session: "s", id: "order" });

  const { status } = await postText(receiver, JSON.stringify(order), headers);
  await stream.until(({ events }) => events.length === 1);
  const past = await StreamReader.open(receiver, { from: "all", live: "0" }, headers);
  await past.until(({ isEnded }) => isEnded);

  t.equal(status, 202);
  t.same(past.events, []);
  stream.close();
});

test("what is not there, and what is asked in the wrong way, has its status", async (t) => {
  const { url } = await receiverFor(t);
  const answer = async (path: string, init?: RequestInit): Promise<unknown[]> => {
    const { status, body, headers } = await ask(`${url}${path}`, init);
    return [status, body, headers.get("allow")];
  };

  t.same(await answer("/nowhere"), [404, { error: "not-found" }, null]);
  t.same(await answer("/events", { method: "DELETE" }), [405, { error: "method-not-allowed" }, "GET, POST"]);
  t.same(await answer("/stream", { method: "POST" }), [405, { error: "method-not-allowed" }, "GET"]);
  t.same(await answer("/tap"), [405, { error: "method-not-allowed" }, "POST"]);
  t.same(await answer("/socket"), [426, { error: "upgrade-required" }, null]);
  t.same(await answer("/stream", { method: "HEAD" }), [200, "", null]);
});

test("the discovery document says what there is", async (t) => {
  const { url } = await receiverFor(t, { limits: { bufferEvents: 7 } });

  const { body } = await ask(`${url}/events`);

  t.same(body, {
    aep: ["0.1"],
    role: "collector",
    endpoints: { events: "/events", stream: "/stream", socket: "/socket" },
    capabilities: {
      filters: ["attr-match"],
      replay: { buffer: 7, all: true },
      capture: ["none", "metadata", "redacted", "full"],
      control: { accepts: [] },
      roster: {},
      experimental: {},
    },
  });
  t.same((await ask(`${url}/.well-known/aep`)).body, body);
});

test("the roster lists who is connected", async (t) => {
  const receiver = await receiverFor(t);
  const stream = await StreamReader.open(receiver);
  await emit(receiver, eventOf(0));
  await stream.until(({ events }) => events.length === 1);

  const { body } = await ask(`${receiver.url}/connections`);

  t.match(body, {
    connections: [{ id: "stream-1", kind: "stream", sent: 1, dropped: 0, since: /^\d{4}-.*Z$/ }],
  });
  stream.close();
});

test("garbage costs its connection and nobody else anything", async (t) => {
  const warnings: string[] = [];
  const receiver = await receiverFor(t, { warn: (words) => warnings.push(words) });
  const upgrade = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
  const firstLine = async (text: string): Promise<string> =>
    await new Promise((resolve) => {
      const socket = connect(receiver.port, "127.0.0.1", () => socket.end(text));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += String(chunk);
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
    });

  const answers = [
    await firstLine("\0\x01\x02\r\n\r\n"),
    await firstLine(`GET //[ HTTP/1.1\r\n${upgrade}\r\n`),
    await firstLine(`GET /socket HTTP/1.1\r\n${upgrade}\r\n`),
    await firstLine("GET //[ HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    await firstLine("GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"),
    await firstLine("GET /healthz HTTP/1.1\r\n\r\n"),
    await firstLine("POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"),
  ];

  t.same(
    answers.map((line) => line.slice("HTTP/1.1 ".length, "HTTP/1.1 400".length)),
    ["400", "404", "400", "404", "403", "400", "400"],
  );
  t.equal((await ask(`${receiver.url}/healthz`)).status, 200);
  t.same(warnings, []);
});
