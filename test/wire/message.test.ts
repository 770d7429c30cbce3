import { Buffer } from "node:buffer";
import { test } from "tap";
import { isJsonObject, type Malformed, type Message, readMessage } from "../../src/wire/message.js";

function read(text: string): Message | Malformed {
  return readMessage(Buffer.from(text));
}

function kindOf(text: string): string {
  const message = read(text);
  return message.kind === "malformed" ? message.reason : message.kind;
}

test("readMessage() tells request, notification and response apart", async (t) => {
  t.match(read('{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}'), {
    kind: "request",
    id: { key: "n:1e0", raw: "1" },
    method: "a",
    params: [1],
  });
  t.match(read('{"method":"a","params":{"x":null}}'), {
    kind: "notification",
    method: "a",
    params: { x: null },
  });
  t.match(read('{"id":"a","result":null}'), { kind: "response", id: { key: "s:a", raw: '"a"' } });
  t.equal(kindOf('{"id":1,"error":{"code":1,"message":""}}'), "response");
  t.equal(kindOf('{"id":null,"method":"a"}'), "request", "an id that is null is an id");
  t.equal(kindOf('{"id":1,"method":"a","result":1}'), "request", "a method makes a request");
  t.equal(kindOf('{"id":1,"method":7,"result":1}'), "response", "a method is a string");
  t.equal(kindOf(' {"method":"a"} \r'), "notification", "space around the object is free");
});

test("readMessage() takes the last of duplicate members, for the id too", async (t) => {
  const message = read('{"id":1,"method":"a","id":"2","method":"b"}');

  t.match(message, { kind: "request", method: "b", id: { key: "s:2" } });
});

test("readMessage() says why a line is no message", async (t) => {
  const reasons = [
    ["", "blank"],
    [" \t\r", "blank"],
    ["\v", "not JSON"],
    ["{", "not JSON"],
    ['{"method":"a"}{"method":"b"}', "not JSON"],
    ['\ufeff{"method":"a"}', "not JSON"],
    ["1", "not an object"],
    ["null", "not an object"],
    ['"method"', "not an object"],
    ["[]", "a batch array"],
    ['[{"method":"a"}]', "a batch array"],
    ["{}", "neither request, notification nor response"],
    ['{"id":1}', "neither request, notification nor response"],
    ['{"result":1}', "neither request, notification nor response"],
    ['{"__proto__":{"method":"a"}}', "neither request, notification nor response"],
  ] as const;

  t.same(
    reasons.map(([text]) => [text, kindOf(text)]),
    reasons,
  );
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
    const line = Buffer.concat([Buffer.from('{"method":"'), Buffer.from(bytes), Buffer.from('"}')]);
    t.same(readMessage(line), { kind: "malformed", reason: "not UTF-8" }, line.toString("latin1"));
  }
});

test("readMessage() hands malformed JSON on as its value", async (t) => {
  t.same(read("[1]"), { kind: "malformed", reason: "a batch array", value: [1] });
  t.same(read("7"), { kind: "malformed", reason: "not an object", value: 7 });
});

test("readMessage() reads params that nest 20,000 deep", async (t) => {
  const nest = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

  const message = read(`{"method":"deep","params":${nest}}`);

  t.equal(message.kind, "notification");
  t.ok(message.kind === "notification" && Array.isArray(message.params));
});

test("isJsonObject() is true of objects only", async (t) => {
  t.same([{}, [], null, "x", 1, true, undefined].map(isJsonObject), [true, ...Array(6).fill(false)]);
});
