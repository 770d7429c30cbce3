import { test } from "tap";
import { type Correlated, Correlation } from "../../src/protocol/correlation.js";
import type { Direction } from "../../src/wire/direction.js";
import type { Frame } from "../../src/wire/frame.js";
import { frameOf } from "../wire/frame-of.js";

/** A connection on which frames are numbered as they come. */
class Connection {
  readonly correlation = new Correlation();
  #count = 0;

  request(id: string, direction: Direction = "c2a"): Correlated {
    return this.see(`{"id":${id},"method":"m"}`, direction);
  }

  respond(id: string, direction: Direction = "a2c"): Correlated {
    return this.see(`{"id":${id},"result":null}`, direction);
  }

  see(text: string, direction: Direction): Correlated {
    this.#count += 1;
    return this.correlation.observe(frameOf(text, direction, this.#count));
  }

  open(direction: Direction): number[] {
    return this.correlation.openRequests(direction).map(({ request }) => request.number);
  }
}

/** Numbers of the request and the response that were joined. */
function joined(correlated: Correlated): (number | undefined)[] | string {
  if (correlated.kind !== "answered") return correlated.kind;
  const { request, response }: { request: Frame; response?: Frame } = correlated.exchange;
  return [request.number, response?.number];
}

test("a response is joined to the request with its id", async (t) => {
  const connection = new Connection();

  t.match(connection.request("1"), { kind: "opened", exchange: { method: "m", isAmbiguous: false } });
  t.same(joined(connection.respond("1")), [1, 2]);
  t.same(connection.open("c2a"), []);
});

test("responses may come in any order", async (t) => {
  const connection = new Connection();
  connection.request("1");
  connection.request("2");

  t.same(connection.open("c2a"), [1, 2]);
  t.same(joined(connection.respond("2")), [2, 3]);
  t.same(connection.open("c2a"), [1]);
  t.same(joined(connection.respond("1")), [1, 4]);
});

test("ids are compared by type and exact value", async (t) => {
  const connection = new Connection();
  for (const id of ["1", '"1"', "null", "true", "9007199254740993"]) connection.request(id);

  t.equal(joined(connection.respond("9007199254740992")), "stray");
  t.same(joined(connection.respond("true")), [4, 7]);
  t.same(joined(connection.respond("null")), [3, 8]);
  t.same(joined(connection.respond('"\\u0031"')), [2, 9]);
  t.same(joined(connection.respond("1.0")), [1, 10]);
  t.same(connection.open("c2a"), [5]);
});

test("the same id may be open in both directions at once", async (t) => {
  const connection = new Connection();
  connection.request("1", "c2a");
  connection.request("1", "a2c");

  t.same(joined(connection.respond("1", "c2a")), [2, 3], "the client answers the agent's request");
  t.same(connection.open("c2a"), [1]);
  t.same(joined(connection.respond("1", "a2c")), [1, 4]);
});

test("an id may be used again once it was answered", async (t) => {
  const connection = new Connection();
  connection.request("1");
  connection.respond("1");

  t.match(connection.request("1"), { exchange: { isAmbiguous: false } });
  t.same(joined(connection.respond("1")), [3, 4]);
});

test("two requests in flight with one id are paired first in, first out, and both marked", async (t) => {
  const connection = new Connection();
  connection.request("1");
  connection.request("1");

  t.same(
    connection.correlation.openRequests("c2a").map(({ isAmbiguous }) => isAmbiguous),
    [true, true],
  );
  t.same(joined(connection.respond("1")), [1, 3]);
  t.same(joined(connection.respond("1")), [2, 4]);
  t.equal(joined(connection.respond("1")), "stray");
});

test("a response that nothing waits for is stray", async (t) => {
  const connection = new Connection();
  connection.request("1", "c2a");

  t.equal(joined(connection.respond("2")), "stray", "another id");
  t.equal(joined(connection.respond("1", "c2a")), "stray", "from the side that asked");
  connection.respond("1");
  t.equal(joined(connection.respond("1")), "stray", "a second time");
});

test("notifications and malformed lines open and answer nothing", async (t) => {
  const connection = new Connection();
  connection.request("1");

  t.equal(joined(connection.see('{"method":"m"}', "a2c")), "none");
  t.equal(joined(connection.see('{"id":1}', "a2c")), "none");
  t.equal(joined(connection.see('[{"id":1,"result":null}]', "a2c")), "none");
  t.same(connection.open("c2a"), [1]);
});
