import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { clientTrafficChecks } from "../../../conformance/client-suite.js";
import { canAccuse } from "../../conformance/bench.js";
import { root } from "../../root.js";
import { cleanConversation } from "./client-conversation.js";
import { planted, unbreakable } from "./client-planted.js";
import { changed, found, type Line, lint } from "./trace.js";

/** A client that says nothing of itself should have done so. */
const SAID_LITTLE: Readonly<Record<string, readonly string[]>> = {
  "initialize-error.jsonl": ["init.client-capabilities-declared", "init.client-info"],
};

test("lint accuses no client that breaks nothing", async (t) => {
  const folder = t.testdir();

  t.same(await found(folder, "client", cleanConversation), []);
});

test("lint finds in a client's lines what was planted there", async (t) => {
  const folder = t.testdir();
  for (const row of planted) {
    const [id] = row;
    const lines = changed(cleanConversation, "c2a", row);
    const ids =
      lines === undefined ? ["nothing, since it has no place"] : await found(folder, "client", lines);
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
  const folder = t.testdir();
  const broken: Line = ["a2c", '{"jsonrpc":"2.0","method":"session/update","params":{}}'];
  const wrong: Line = [
    "c2a",
    '{"jsonrpc":"2.0","id":99,"method":"session/set_mode","params":{"sessionId":"s"}}',
  ];

  t.ok((await found(folder, "client", [...cleanConversation, wrong])).includes("modes.set-request-schema"));
  t.same(await found(folder, "client", [...cleanConversation, broken, wrong]), []);
});

test("lint accuses the clients of the recorded conversations of nothing", async (t) => {
  const folder = join(root, "conformance/fixtures/lifecycle");
  for (const name of readdirSync(folder).filter((file) => /^(?!malformed|v2).*\.jsonl$/.test(file))) {
    t.same(await lint(join(folder, name), "client"), SAID_LITTLE[name] ?? [], name);
  }
});
