import { Buffer } from "node:buffer";
import { test } from "tap";
import { TapRecordParser, tapChunkHeader, tapDropped } from "../../src/wire/tap-record.js";

test("tapChunkHeader() and tapDropped() write the bytes of the contract", async (t) => {
  t.equal(tapChunkHeader("a2c", 258, 3).toString("hex"), "01" + "0201000000000000" + "03000000");
  t.equal(
    tapDropped("a2c", 1, 255).toString("hex"),
    "02" + "0100000000000000" + "09000000" + "ff00000000000000" + "01",
  );
});

test("a dropped record without a direction may be a gap either way", async (t) => {
  const bytes = Buffer.from("02" + "0100000000000000" + "08000000" + "0700000000000000", "hex");

  t.same(new TapRecordParser().push(bytes), [
    { kind: "dropped", direction: undefined, micros: 1, bytes: 7n },
  ]);
});

test("a malformed stream says why, and gives nothing more", async (t) => {
  const why = (hex: string, limit?: number): unknown[] => {
    const parser = new TapRecordParser(limit);
    const before = parser.push(Buffer.from(hex, "hex")).length;
    const after = parser.push(tapDropped("c2a", 1, 1)).length;
    return [before, after, parser.malformed];
  };
  const head = (kind: string, length: string): string => `${kind}${"00".repeat(8)}${length}`;

  t.same(why(head("03", "00000000")), [0, 0, "unknown record kind 3"]);
  t.same(why(head("00", "05000000"), 4), [0, 0, "a record of 5 bytes, limit is 4"]);
  t.same(why(`${head("00", "00000000")}${head("02", "07000000")}`), [
    1,
    0,
    "a dropped record of 7 bytes, expected 8 or 9",
  ]);
  t.same(why(`${head("02", "09000000")}${"00".repeat(8)}02`), [
    0,
    0,
    "unknown direction 2 of a dropped record",
  ]);
  t.same(why(`00${"ff".repeat(8)}00000000`), [0, 0, "time 18446744073709551615 µs is beyond 2^53"]);
});

test("a record that has not ended is pending", async (t) => {
  const parser = new TapRecordParser();

  t.same(parser.push(Buffer.concat([tapChunkHeader("c2a", 0, 2), Buffer.from("a")])), []);
  t.equal(parser.pendingBytes, 14);
});
