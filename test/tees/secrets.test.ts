import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { LEVELS } from "../../src/mapping/posture/level.js";
import { launch } from "../bridge/editor.js";
import { behindTee } from "../bridge/subject.js";
import { receive } from "../cli/beside.js";
import { newFolder } from "../new-folder.js";
import { StreamReader } from "../receiver/peer.js";
import { root } from "../root.js";
import { eventsIn, eventually } from "./told.js";
import { type Planted, playWholeSession } from "./whole-session.js";

const AGENT = [process.execPath, `${root}dist/stubs/agent/obedient.js`];
const TOKEN = "canary-of-the-token";
/** What no text may hold, whatever stands around it. */
const CANARY = /canary-of-the/;

/** Secrets with what JSON escapes, and one that is long. */
const PLANTED: Planted = {
  env: `canary-of-the-env "quoted" \\ and\nmore ${"x".repeat(6_000)}`,
  header: "Bearer canary-of-the-header",
};

test("secrets of mcpServers reach no event, log, page or stderr, and are in the lossless trace", async (t) => {
  const folder = newFolder(t);
  const data = join(folder, "data");
  const environment = { AEP_TOKEN: TOKEN, AEP_CAPTURE: "full", AEP_ACP_DELTAS: "1" };
  const receiver = await receive(t, ["--data", data], { ...environment, XDG_STATE_HOME: folder });
  const authorization = { authorization: `Bearer ${TOKEN}` };
  const stream = await StreamReader.open(receiver.place, {}, authorization);
  const frames = await readAll(t, `${receiver.place.url}/frames`, authorization);

  const files = await Promise.all(
    LEVELS.map(async (level) => await play(t, folder, level, receiver.place.url)),
  );
  await stream.until(({ events }) => events.filter(({ event }) => event === "session.ended").length === 4);
  await receiver.end("SIGTERM");

  const logs = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  t.equal(logs.length, 4);
  const page = readFileSync(join(root, "dist/src/receiver/page/page.html"), "utf8");
  const shown = {
    events: files.map(({ events }) => events).join(""),
    redacted: files.map(({ redacted }) => redacted).join(""),
    logs: logs.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join(""),
    stream: JSON.stringify(stream.events),
    frames: frames(),
    page,
    stderr: receiver.stderr + files.map(({ stderr }) => stderr).join(""),
  };
  for (const [what, text] of Object.entries(shown)) t.notMatch(text, CANARY, what);
  t.equal(shown.stderr.split("\n").length, 2, "the receiver's first line is all that anybody said");
  t.match(
    shown.stream,
    /"prompt\\":\\"echo \[REDACTED:secret\]/,
    "the agent was told, and the event says so",
  );
  t.match(shown.frames, /session\/prompt/);
  t.match(shown.redacted, /mcpServers/);
  for (const { trace } of files) {
    t.ok(trace.includes(JSON.stringify(JSON.stringify(PLANTED.env).slice(1, -1)).slice(1, -1)), "lossless");
    t.ok(trace.includes(PLANTED.header), "lossless");
  }
});

interface Files {
  readonly events: string;
  readonly trace: string;
  readonly redacted: string;
  readonly stderr: string;
}

async function play(t: Test, folder: string, level: string, receiver: string): Promise<Files> {
  const [events, trace, redacted] = ["events", "trace", "redacted"].map((name) =>
    join(folder, `${name}-${level}`),
  );
  const options = [
    "--events",
    events,
    "--trace",
    trace,
    "--trace-redacted",
    redacted,
    "--receiver",
    receiver,
  ];
  const argv = [...options, "--token", TOKEN, "--capture", level, "--deltas", ...AGENT].map(String);
  const editor = await launch((stop) => t.teardown(stop), "pipes", behindTee(argv), {
    collect: false,
    env: { ...process.env, ACP_TEE_STATE_DIR: join(folder, "state") },
  });
  await playWholeSession(editor, PLANTED);
  const stderr = await editor.stderr;
  await eventually(
    () => eventsIn(String(events)),
    (all) => all.some(({ type }) => type === "session.ended"),
  );
  const text = (path: string | undefined): string => readFileSync(String(path), "utf8");
  return { events: text(events), trace: text(trace), redacted: text(redacted), stderr };
}

/** Reads a stream for as long as the test runs; gives what it has brought. */
async function readAll(
  t: Test,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<() => string> {
  const abort = new AbortController();
  t.teardown(() => abort.abort());
  const { body } = await fetch(url, { headers, signal: abort.signal });
  let text = "";
  const read = async (): Promise<void> => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  return () => text;
}
