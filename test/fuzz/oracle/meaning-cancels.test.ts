import { Buffer } from "node:buffer";
import { test } from "tap";
import { Ledger } from "../../../src/fuzz/meaning/ledger.js";
import { profileOfLevel } from "../../../src/fuzz/profile.js";

/** What arrives of a request with the id 1, which the bridge calls "b-1", and of a cancel that spells that id so. */
function cancelled(spelled: string, heard: string): string | undefined {
  const cancel = (id: string): string =>
    `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${id}}}`;
  const ask = (id: string): string => `{"jsonrpc":"2.0","id":${id},"method":"session/list","params":{}}`;
  const ledger = new Ledger(profileOfLevel("meaning"));
  ledger.say("c2a", Buffer.from(ask("1")));
  ledger.arrive("c2a", Buffer.from(ask('"b-1"')));
  ledger.say("c2a", Buffer.from(cancel(spelled)));
  ledger.arrive("c2a", Buffer.from(cancel(heard)));
  return ledger.end()?.place;
}

test("a cancel that crosses the answer to its request may pass as it is, or not at all", async (t) => {
  const [cancel, answer] = [
    '{"method":"$/cancel_request","params":{"requestId":1}}',
    '{"id":"b-1","result":{}}',
  ];
  const ends = (heard?: string): string | undefined => {
    const ledger = new Ledger(profileOfLevel("meaning"));
    ledger.say("c2a", Buffer.from('{"id":1,"method":"session/list"}'));
    ledger.arrive("c2a", Buffer.from('{"id":"b-1","method":"session/list"}'));
    ledger.say("c2a", Buffer.from(cancel));
    ledger.say("a2c", Buffer.from(answer));
    if (heard !== undefined) ledger.arrive("c2a", Buffer.from(heard));
    ledger.arrive("a2c", Buffer.from('{"id":1,"result":{}}'));
    return ledger.end()?.place;
  };

  t.equal(ends(cancel), undefined);
  t.equal(ends(), undefined);
  t.equal(ends(cancel.replace("cancel", "other")), "a line that nobody said");
});

test("a cancel that spells the id as its request did has to be followed", async (t) => {
  t.equal(cancelled("1", '"b-1"'), undefined);
  t.equal(cancelled("1", "1"), "line 2 at params.requestId");
});

test("a bridge may compare ids by their text: a cancel that spells the id in another way may pass as it is", async (t) => {
  t.equal(cancelled("1.0", "1.0"), undefined);
  t.equal(cancelled("1.0", '"b-1"'), undefined);
});
