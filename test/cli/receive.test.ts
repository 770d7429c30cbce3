import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Test, test } from "tap";
import { WebSocket } from "ws";
import { emit, eventOf, StreamReader } from "../receiver/peer.js";
import { Beside, MAIN, type Place, receive } from "./beside.js";
import { runCli } from "./run.js";

const CONSUMER = fileURLToPath(new URL("fixtures/stream-consumer.js", import.meta.url));
const BAND = [19_050, 19_051, 19_052, 19_053, 19_054];

/** Takes ports for the test; those that others hold are taken already. */
async function take(t: Test, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server: Server = createServer().listen(port, "127.0.0.1");
    await Promise.race([once(server, "listening"), once(server, "error")]).catch(() => undefined);
    t.teardown(() => server.close());
  }
}

/** What `Receiver` has that the helpers of the tests use. */
function receiverAt({ url, port }: Place): { url: string; port: number; stop: () => Promise<boolean> } {
  return { url, port, stop: async () => true };
}

test("a consumer that is killed resumes with exactly what it had not seen", async (t) => {
  const { place } = await receive(t);
  const receiver = receiverAt(place);
  const first = await new Beside(t, [CONSUMER, place.url]).until(({ stdout }) => stdout !== "");
  const all: string[] = [];
  const emitSome = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const [session, seq] = [`s${all.length % 3}`, Math.floor(all.length / 3)];
      await emit(receiver, eventOf(seq, { session }));
      all.push(`${session}:0:${seq}`);
    }
  };
  await emitSome(50);
  await first.until(({ stdout }) => stdout.split("\n").length > 20);
  await first.end("SIGKILL");
  const seen = first.stdout.slice(0, first.stdout.lastIndexOf("\n")).split("\n").slice(1);
  await emitSome(50);

  const second = await new Beside(t, [CONSUMER, place.url, seen.at(-1) ?? ""]).until(
    ({ stdout }) => stdout.split("\n").length >= all.length - seen.length + 2,
  );
  await emitSome(1);
  await second.until(({ stdout }) => stdout.includes(`${all.at(-1)}\n`));

  t.ok(seen.length >= 19, `${seen.length} were seen before the kill`);
  t.same([...seen, ...second.stdout.trim().split("\n").slice(1)], all);
});

test("SIGTERM ends a receiver gently: everybody is told, the logs are whole, exit 0", async (t) => {
  const data = t.testdir();
  const { place, ...receiver } = await receive(t, ["--data", data]);
  const stream = await StreamReader.open(place);
  const socket = new WebSocket(`ws://127.0.0.1:${place.port}/socket`);
  await once(socket, "open");
  const events = Array.from({ length: 100 }, (_, seq) => eventOf(seq));
  await emit(receiverAt(place), ...events);

  const closed = once(socket, "close");
  const ended = once(receiver.child, "close");
  receiver.child.kill("SIGTERM");
  const [code] = await ended;

  t.equal(code, 0);
  t.equal((await closed)[0], 1001);
  await stream.until(({ isEnded }) => isEnded);
  t.same(stream.comments, ["shutting-down"]);
  t.equal(
    readFileSync(join(data, "acp", "s.jsonl"), "utf8"),
    events.map((event) => `${JSON.stringify(event)}\n`).join(""),
  );
});

test("the receiver takes the first free port of its band, and says where it is in one line each", async (t) => {
  await take(t, BAND.slice(0, 2));
  const receiver = await new Beside(t, [MAIN, "receive"]).until(
    ({ stdout, stderr }) => stdout.endsWith("\n") && stderr.endsWith("\n"),
  );
  const { url, port } = JSON.parse(receiver.stdout) as Place;

  t.ok(BAND.slice(2).includes(port), String(port));
  t.equal(url, `http://127.0.0.1:${port}`);
  t.equal(receiver.stderr, `aep-receiver on 127.0.0.1:${port} · no token · no log · page ${url}/\n`);
  t.equal(await receiver.end("SIGINT"), 0);
});

test("a band that is taken, or a port, is one clear line and exit 2", async (t) => {
  await take(t, BAND);
  const directory = t.testdir();

  const [band, one] = await Promise.all([
    runCli(["receive"], directory),
    runCli(["receive", "--port", "19050"], directory),
  ]);

  t.same([band.code, band.stdout], [2, ""]);
  t.equal(band.stderr, "acp-assay: Cannot listen on 127.0.0.1: ports 19050 to 19054 are all taken\n");
  t.same([one.code, one.stderr], [2, "acp-assay: Cannot listen on 127.0.0.1: port 19050 is taken\n"]);
});

test("a wrong option is one line and exit 2", async (t) => {
  const directory = t.testdir();
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["--port", "65536"], /0 to 65535/],
    [["--token", ""], /token is empty/],
    [["--data", "/proc/nowhere"], /Cannot write logs to "\/proc\/nowhere": ENOENT/],
    [["--", "agent"], /starts no program/],
  ];

  const runs = await Promise.all(wrong.map(async ([args]) => await runCli(["receive", ...args], directory)));

  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    const [args = [], words = /never/] = wrong[index] ?? [];
    t.same([code, stdout], [2, ""], args.join(" "));
    t.match(stderr, words);
    t.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

test("the token comes from the environment where the command line has none", async (t) => {
  const beside = await new Beside(t, [MAIN, "receive", "--port", "0"], { AEP_TOKEN: "secret" }).until(
    ({ stdout }) => stdout.endsWith("\n"),
  );
  const { url } = JSON.parse(beside.stdout) as Place;

  t.match(beside.stderr, /token required/);
  t.notMatch(beside.stderr + beside.stdout, /secret/);
  t.equal((await fetch(`${url}/events`)).status, 401);
  t.equal((await fetch(`${url}/events`, { headers: { authorization: "Bearer secret" } })).status, 200);
});
