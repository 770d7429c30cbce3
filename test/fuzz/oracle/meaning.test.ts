import { Buffer } from "node:buffer";
import { test } from "tap";
import { Ledger } from "../../../src/fuzz/meaning/ledger.js";
import type { Rewrite } from "../../../src/fuzz/meaning/rewrite.js";
import { Translator } from "../../../src/fuzz/meaning/translator.js";
import { profileOfLevel } from "../../../src/fuzz/profile.js";
import type { Direction } from "../../../src/wire/direction.js";

/** What a side says, and what of it arrives at the other: the same when left out, nothing when "". */
type Passed = readonly [Direction, said: string, heard?: string];

const meaning = profileOfLevel("meaning");

/** Where the first difference in meaning is, when these lines pass one after the other. */
function differs(passed: readonly Passed[], rewrites?: readonly Rewrite[]): string | undefined {
  const ledger = new Ledger({ ...meaning, ...(rewrites === undefined ? {} : { rewrites }) });
  for (const [direction, said, heard = said] of passed) {
    if (said !== "") ledger.say(direction, Buffer.from(said));
    if (heard !== "") ledger.arrive(direction, Buffer.from(heard));
  }
  const found = ledger.end();
  return found && `${found.direction} ${found.place}`;
}

function request(id: unknown, method = "session/list", params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

function result(id: unknown, value: unknown = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: value });
}

function update(sessionId: string, text = "a"): string {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
}

const NEW: readonly Passed[] = [
  ["c2a", request(1, "session/new")],
  ["a2c", result(1, { sessionId: "s1" }), result(1, { sessionId: "x1" })],
];
const PERMISSION = "session/request_permission";

test("another spelling, another id for a request and its answer under the old one mean the same", async (t) => {
  t.equal(
    differs([
      ["c2a", request(7), '{ "method":"session\\/list","id":"b-1","params":{},"jsonrpc":"2.0" }'],
      ["c2a", request("7"), request("b-2")],
      ["a2c", result("b-2", 2), result("7", 2)],
      ["a2c", result("b-1", 1), result(7, 1)],
      ["a2c", request(7, PERMISSION), request(100, PERMISSION)],
      [
        "c2a",
        result(100, { outcome: { outcome: "cancelled" } }),
        result(7, { outcome: { outcome: "cancelled" } }),
      ],
    ]),
    undefined,
  );
});

test("an answer to another question, of another type of id, or that nobody gave is a difference", async (t) => {
  const two: readonly Passed[] = [
    ["c2a", request(1), request("a")],
    ["c2a", request(2), request("b")],
  ];

  t.equal(differs([...two, ["a2c", result("b"), result(1)]]), "a2c line 1 at id");
  t.equal(differs([...two, ["a2c", result("a"), result("1")]]), "a2c line 1 at id");
  t.equal(differs([...two, ["a2c", result("a", 1), result(1, 2)]]), "a2c line 1 at result");
  t.equal(differs([...two, ["a2c", "", result(1)]]), "a2c a line that nobody said");
  t.equal(differs([...two, ["a2c", result("a"), ""]]), "a2c line 1", "an answer that is lost");
});

test("two requests that are open at once have two ids, and one that is over may give its id away", async (t) => {
  const first: Passed = ["c2a", request(1), request(9)];

  t.equal(differs([first, ["c2a", request(2), request(9)]]), "c2a line 2 at id");
  t.equal(
    differs([
      first,
      ["a2c", result(9), result(1)],
      ["c2a", request(2), request(9)],
      ["a2c", result(9), result(2)],
    ]),
    undefined,
  );
});

test("a cancel and an elicitation name the request as the other side knows it", async (t) => {
  const asked: Passed = ["c2a", request(1, "session/prompt"), request(40, "session/prompt")];
  const cancel = (requestId: number): string =>
    JSON.stringify({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId } });
  const elicit = (id: number, requestId: number): string => request(id, "elicitation/create", { requestId });

  t.equal(differs([asked, ["c2a", cancel(1), cancel(40)]]), undefined);
  t.equal(differs([asked, ["c2a", cancel(1), cancel(1)]]), "c2a line 2 at params.requestId");
  t.equal(differs([asked, ["c2a", cancel(1), ""]]), "c2a line 2");
  t.equal(differs([asked, ["a2c", elicit(5, 40), elicit(6, 1)]]), undefined);
  t.equal(differs([asked, ["a2c", elicit(5, 40), elicit(6, 40)]]), "a2c line 1 at params.requestId");
});

test("a session has one name on each side, and no name is two sessions'", async (t) => {
  t.equal(differs([...NEW, ["a2c", update("s1"), update("x1")]]), undefined);
  t.equal(differs([...NEW, ["a2c", update("s1")]]), "a2c line 2 at params.sessionId");
  t.equal(differs([...NEW, ["a2c", update("s2"), update("x1")]]), "a2c line 2 at params.sessionId");
  t.equal(
    differs([
      ...NEW,
      ["c2a", request(2, PERMISSION, { sessionId: "x1" }), request(2, PERMISSION, { sessionId: "s1" })],
    ]),
    undefined,
  );
  t.equal(
    differs([...NEW, ["c2a", request(2, PERMISSION, { sessionId: "x1" })]]),
    "c2a line 2 at params.sessionId",
  );
});

test("a name may be another one only where the profile says so", async (t) => {
  t.equal(differs([["c2a", request(1), request(2)]], ["sessionIds"]), "c2a line 1 at id");
  t.equal(differs(NEW, ["ids"]), "a2c line 1 at result.sessionId");
  const moved: Passed = [
    "c2a",
    request(1, "session/new", { cwd: "/a" }),
    request(1, "session/new", { cwd: "/b" }),
  ];
  t.equal(differs([moved], ["cwd"]), undefined);
  t.equal(differs([moved], ["ids"]), "c2a line 1 at params.cwd");
  const hidden: Passed = [
    "c2a",
    request(1, "initialize", { clientCapabilities: { terminal: true } }),
    request(1, "initialize", { clientCapabilities: {} }),
  ];
  t.equal(differs([hidden], ["capabilities"]), undefined);
  t.equal(differs([hidden], ["ids"]), "c2a line 1 at params.clientCapabilities.terminal");
});

test("a message that is lost, doubled, overtaken or changed elsewhere is a difference", async (t) => {
  const [one, two] = [update("s1", "1"), update("s1", "2")];

  t.equal(
    differs([
      ["a2c", one, ""],
      ["a2c", two],
    ]),
    "a2c line 1 at params.update.content.text",
  );
  t.equal(
    differs([
      ["a2c", one],
      ["a2c", "", one],
    ]),
    "a2c a line that nobody said",
  );
  t.equal(
    differs([
      ["a2c", one, ""],
      ["a2c", two, two],
      ["a2c", "", one],
    ]),
    "a2c line 1 at params.update.content.text",
  );
  t.equal(
    differs([["a2c", '{"method":"_x","a":9007199254740993}', '{"method":"_x","a":9007199254740992}']]),
    "a2c line 1 at a",
  );
  t.equal(differs([["a2c", '{"method":"_x","a":null}', '{"method":"_x"}']]), "a2c line 1 at a");
});

test("what means nothing may pass, be dropped or be refused, and nothing else is said in its place", async (t) => {
  const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';
  for (const stray of [
    result(99),
    "no JSON",
    "[]",
    "7",
    '{"jsonrpc":"2.0","id":true,"method":"_x"}',
    '{"method":"$/cancel_request","params":{"requestId":5}}',
  ]) {
    t.equal(differs([["c2a", stray]]), undefined, `${stray} passes`);
    t.equal(
      differs([
        ["c2a", stray, ""],
        ["c2a", request(1)],
      ]),
      undefined,
      `${stray} is dropped`,
    );
    t.equal(
      differs([
        ["c2a", stray, ""],
        ["a2c", "", refusal],
      ]),
      undefined,
      `${stray} is refused`,
    );
    t.equal(
      differs([
        ["c2a", stray, ""],
        ["a2c", "", refusal],
        ["a2c", "", refusal],
      ]),
      "a2c a line that nobody said",
    );
  }
  t.equal(
    differs([
      ["c2a", request(1), ""],
      ["a2c", "", refusal],
    ]),
    "a2c a line that nobody said",
    "a request is not refused",
  );
});

test("Translator lets each side speak in the names that it has heard", async (t) => {
  const translator = new Translator(meaning);
  const pass = (direction: Direction, text: string, heard: string): string => {
    const said = translator.say(direction, Buffer.from(`${text}\n`)).toString();
    translator.hear(direction, Buffer.from(`${heard}\n`));
    return said.trim();
  };

  t.equal(pass("c2a", request(1, "session/new"), request("b1", "session/new")), request(1, "session/new"));
  t.equal(
    pass("a2c", result(1, { sessionId: "s1" }), result(1, { sessionId: "x1" })),
    result("b1", { sessionId: "s1" }),
  );
  t.equal(
    pass(
      "c2a",
      request(2, "session/prompt", { sessionId: "s1" }),
      request("b2", "session/prompt", { sessionId: "s1" }),
    ),
    request(2, "session/prompt", { sessionId: "x1" }),
  );
  t.equal(translator.end(), undefined);
});

test("Translator holds an answer back until its question has arrived", async (t) => {
  const translator = new Translator(meaning);
  const answer = Buffer.from(`${result(1)}\n`);

  t.equal(translator.isEarly("a2c", answer), false, "nobody has asked");
  translator.say("c2a", Buffer.from(`${request(1)}\n`));
  t.equal(translator.isEarly("a2c", answer), true);
  translator.hear("c2a", Buffer.from(`${request("b1")}\n`));
  t.equal(translator.isEarly("a2c", answer), false);
});
