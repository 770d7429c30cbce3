import { createHash } from "node:crypto";
import { test } from "tap";
import { safeName } from "../../src/observer/event/safe-name.js";

test("safeName() keeps what is safe and encodes each other byte", async (t) => {
  const names: readonly (readonly [string, string])[] = [
    ["sess_1.a-B", "sess_1.a-B"],
    ["..", "%2E."],
    [".hidden", "%2Ehidden"],
    ["_agent", "%5Fagent"],
    ["-rf", "%2Drf"],
    ["a/../b\\c", "a%2F..%2Fb%5Cc"],
    ["100%", "100%25"],
    ["é\0\n", "%C3%A9%00%0A"],
    ["😀", "%F0%9F%98%80"],
    ["", `%-${createHash("sha256").digest("hex")}`],
  ];

  t.same(
    names.map(([text]) => safeName(text)),
    names.map(([, name]) => name),
  );
  const [long, other] = [safeName("x".repeat(300)), safeName(`${"x".repeat(299)}y`)];
  t.match(long, /^%-[0-9a-f]{64}$/, "a name that no file can have is its hash");
  t.not(long, other, "names that differ behind the cut stay apart");
});
