import { Buffer } from "node:buffer";
import { test } from "tap";
import { opposite } from "../../src/wire/direction.js";
import { frameOf } from "./frame-of.js";

test("a frame keeps what travelled, and reads it as a message", async (t) => {
  const frame = frameOf('{"method":"é"}\r', "a2c", 3, { eol: "\r\n" });

  t.match(frame, { direction: "a2c", number: 3, eol: "\r\n", cutBytes: 0, atMicros: 3000 });
  t.equal(frame.text, '{"method":"é"}\r');
  t.match(frame.message, { kind: "notification", method: "é" });
  t.equal(frame.message, frame.message, "it is read once");
});

test("a cut line is no message, even when what was kept is JSON", async (t) => {
  const frame = frameOf('{"method":"a"}', "c2a", 1, { cutBytes: 1 });

  t.same(frame.message, { kind: "malformed", reason: "cut: longer than the limit" });
});

test("text is for people: bytes that are not UTF-8 are replaced in it, and kept in the frame", async (t) => {
  const frame = frameOf(Buffer.from([0x61, 0xff]));

  t.equal(frame.text, "a\ufffd");
  t.same([...frame.bytes], [0x61, 0xff]);
  t.same(frame.message, { kind: "malformed", reason: "not UTF-8" });
});

test("opposite() turns a direction round", async (t) => {
  t.same([opposite("c2a"), opposite("a2c")], ["a2c", "c2a"]);
});
