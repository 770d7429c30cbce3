import { Buffer } from "node:buffer";
import { test } from "tap";
import { bytesOf, type Payload } from "../../../src/driver/sandwich/payload.js";
import { GRAINS, smallerPayload } from "../../../src/fuzz/shrink/smaller-payload.js";
import { parseExactJson } from "../../../src/wire/exact-json.js";

/** The smallest payload whose bytes, as text, the fault shows in, and whether it was only asked about JSON. */
async function smaller(
  payload: Payload,
  shows: (text: string) => boolean,
): Promise<{ readonly least: Payload; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  let least = payload;
  for (const grain of GRAINS) {
    least = await smallerPayload(least, grain, async (some) => {
      const text = bytesOf(some).toString("latin1");
      asked.push(text);
      return shows(text);
    });
  }
  return { least, asked };
}

test("a line of JSON loses the members and bytes that the fault does not need, and stays JSON", async (t) => {
  const line = '{"jsonrpc":"2.0","id":7,"params":{"a":[1,2,{"b":"xyz"}],"text":"long"}}\n';
  const { least, asked } = await smaller({ text: line }, (text) => text.includes("y"));

  t.same(least, { text: '{"":{"":[{"":"y"}]}}\n' });
  t.same(
    asked.filter((text) => parseExactJson(text) === undefined),
    [],
    "nothing that is no JSON was tried",
  );
});

test("pruning comes to no part of which it was never asked", async (t) => {
  // Without the long inner member the outer one is shorter than its neighbour, which is due then.
  const line = '{"outer":{"need":1,"long":"xxxxxxxxxxxxxxxxxxxx"},"next":"yyyyyyyyyyyyy"}';
  const { least } = await smaller({ text: `${line}${" ".repeat(400)}\n` }, (text) => text.includes("need"));

  t.equal(bytesOf(least).toString().trim(), '{"outer":{"need":1}}');
});

test("bytes that are no JSON lose all that the fault does not need, but not their line end", async (t) => {
  const bytes = Buffer.from([0x61, 0xff, 0x62, 0xfe, 0x63, 0x0a]);
  const { least } = await smaller({ b64: bytes.toString("base64") }, (text) => text.includes("\xfe"));
  const plain = await smaller({ text: "not JSON\n" }, () => true);

  t.same(bytesOf(least), Buffer.from([0xfe, 0x0a]));
  t.same(plain.least, { text: "\n" });
});

test("a filling keeps its fewest repetitions, its head and its tail", async (t) => {
  const payload = { head: "[", fill: "é", times: 3_000_000, tail: "]\n" };
  const { least, asked } = await smaller(payload, (text) => text.length > 65_536);

  t.same(least, { ...payload, times: 32_767 });
  t.ok(asked.length <= 22, `${asked.length} questions`);
});

test("a long line is cut by members only, since each byte would take a run", async (t) => {
  const { least, asked } = await smaller({ text: `["${"x".repeat(1000)}","y"]\n` }, (text) =>
    text.includes("x"),
  );

  t.same(least, { text: `["${"x".repeat(1000)}"]\n` });
  t.equal(asked.length, 2);
});
