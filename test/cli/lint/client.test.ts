import { Buffer } from "node:buffer";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Test, test } from "tap";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { lintTraces } from "../../../src/cli/lint/lint-traces.js";
import { canAccuse } from "../../conformance/bench.js";
import { root } from "../../root.js";
import { cleanConversation, type Line } from "./client-conversation.js";
import { NO_UTF8, type Planted, planted, unbreakable } from "./client-planted.js";

/** A client that says nothing of itself should have done so. */
const SAID_LITTLE: Readonly<Record<string, readonly string[]>> = {
  "initialize-error.jsonl": ["init.client-capabilities-declared", "init.client-info"],
};

async function found(t: Test, lines: readonly Line[]): Promise<string[]> {
  const path = join(t.testdir(), "trace.jsonl");
  const traced = lines.map(([dir, text], place) => JSON.stringify({ t: place, dir, ...written(text) }));
  writeFileSync(path, `${traced.join("\n")}\n`);
  return await lint(path);
}

/** A line as a trace holds it. */
function written(text: string): { line: string } | { b64: string } {
  if (!text.includes(NO_UTF8)) return { line: text };
  const parts = text.split(NO_UTF8).map((part) => Buffer.from(part));
  return {
    b64: Buffer.concat(
      parts.flatMap((part, place) => (place === 0 ? [part] : [Buffer.of(0xff), part])),
    ).toString("base64"),
  };
}

async function lint(path: string): Promise<string[]> {
  const { checks } = await lintTraces({ paths: [path], schema: "v1", strict: false, role: "client" });
  return checks
    .filter(({ status }) => status === "FAIL" || status === "WARN")
    .map(({ id }) => id.replace("acp.v1.", ""));
}

/** The clean conversation with this one change; undefined where nothing is to be changed. */
function changed([, from, to]: Planted): Line[] | undefined {
  const at = cleanConversation.findIndex(([dir, text]) => dir === "c2a" && text.includes(from));
  if (at === -1) return undefined;
  return cleanConversation.flatMap((line, place): Line[] => {
    const [dir, text] = line;
    return place === at
      ? text
          .replace(from, () => to)
          .split("\n")
          .map((part): Line => [dir, part])
      : [line];
  });
}

test("lint accuses no client that breaks nothing", async (t) => {
  t.same(await found(t, cleanConversation), []);
});

test("lint finds in a client's lines what was planted there", async (t) => {
  for (const row of planted) {
    const [id] = row;
    const lines = changed(row);
    if (lines === undefined) {
      t.fail(`${id} has a place`);
      continue;
    }
    const ids = await found(t, lines);
    t.ok(ids.includes(id), `${id} is among ${ids.join(", ")}`);
  }
});

test("every passive check of a client that can accuse has a planted line, or a reason why none can be", async (t) => {
  const accusing = clientTrafficChecks.map(({ id }) => id).filter(canAccuse);

  t.strictSame(
    [...new Set([...planted.map(([id]) => id), ...Object.keys(unbreakable)])].sort(),
    accusing.map((id) => id.replace("acp.v1.", "")).sort(),
  );
});

test("behind a line of the agent that breaks the schema its client is not accused", async (t) => {
  const broken: Line = ["a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}'];
  const wrong: Line = [
    "c2a",
    '{"jsonrpc":"2.0","id":99,"method":"session/set_mode","params":{"sessionId":"s"}}',
  ];

  t.ok((await found(t, [...cleanConversation, wrong])).includes("modes.set-request-schema"));
  t.same(await found(t, [...cleanConversation, broken, wrong]), []);
});

test("lint accuses the clients of the recorded conversations of nothing", async (t) => {
  const folder = join(root, "conformance/fixtures/lifecycle");
  for (const name of readdirSync(folder).filter((file) => /^(?!malformed|v2).*\.jsonl$/.test(file))) {
    t.same(await lint(join(folder, name)), SAID_LITTLE[name] ?? [], name);
  }
});
