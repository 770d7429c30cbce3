import { test } from "tap";
import { loadProtocol } from "../../src/protocol/load-protocol.js";

const v1 = await loadProtocol("v1");
const v2 = await loadProtocol("v2");

const rules = (violations: readonly { rule: string }[]) => violations.map(({ rule }) => rule);

test("integers stay within their format", async (t) => {
  const line = (value: unknown) =>
    rules(v1.judgeDefinition("ReadTextFileRequest", { sessionId: "s", path: "/", line: value }));
  const size = (value: unknown) => rules(v1.judgeDefinition("UsageUpdate", { used: 0, size: value }));
  const code = (value: unknown) => rules(v1.judgeDefinition("ErrorCode", value));

  t.same(line(4294967295), [], "uint32");
  t.same(line(4294967296), ["format"]);
  t.same(line(-1), ["minimum"]);
  t.same(line(1.5), ["type"]);
  t.same(line("1"), ["type"]);
  t.same(line(null), []);
  t.same(size(18446744073709551615n), [], "uint64");
  t.same(size(18446744073709551616n), ["format"]);
  t.same(size(-1n), ["minimum"]);
  t.same(code(2147483647), [], "int32");
  t.same(code(-2147483649), ["format"]);
  t.same(rules(v1.judgeDefinition("ProtocolVersion", 65535)), [], "uint16");
  t.same(rules(v1.judgeDefinition("ProtocolVersion", 65536)), ["maximum"]);
});

test("int64 is exact for a bigint, and generous for a rounded double", async (t) => {
  const id = (value: unknown) => rules(v1.judgeDefinition("RequestId", value));

  t.same(id(9223372036854775807n), []);
  t.same(id(9223372036854775808n), ["format"]);
  t.same(id(-9223372036854775808n), []);
  t.same(id(-9223372036854775809n), ["format"]);
  t.same(id(Number("9223372036854775807")), [], "which JSON.parse rounds up to 2^63");
  t.same(id(1e300), ["format"]);
  t.same(id(1.5), ["type"]);
  t.same(id(true), ["type"]);
});

test("doubles take any number, with the bounds of the field", async (t) => {
  t.same(rules(v1.judgeDefinition("Cost", { amount: 0.1, currency: "EUR" })), []);
  t.same(rules(v1.judgeDefinition("Cost", { amount: Number.NaN, currency: "EUR" })), ["type"]);
  t.same(rules(v2.judgeDefinition("Annotations", { priority: 1.1 })), ["maximum"]);
});

test("string formats are asserted", async (t) => {
  const url = (value: string) => rules(v2.judgeDefinition("ResourceLink", { name: "n", uri: value }));
  const time = (value: string) => rules(v2.judgeDefinition("SessionInfoUpdate", { updatedAt: value }));
  const pattern = (value: string) => rules(v2.judgeDefinition("StringPropertySchema", { pattern: value }));

  for (const good of ["file:///a%20b", "urn:x:y", "https://u@[::1]:80/p?q#f"]) t.same(url(good), [], good);
  for (const bad of ["not a url", "/path", "http://a b", "x:%zz", "x:#a#b"])
    t.same(url(bad), ["format"], bad);
  for (const good of ["2026-02-28T23:59:60Z", "2024-02-29t00:00:00.123+14:00"]) t.same(time(good), [], good);
  for (const bad of [
    "yesterday",
    "2026-02-29T00:00:00Z",
    "2026-01-01",
    "2026-01-01T24:00:00Z",
    "2026-01-01 00:00:00Z",
  ]) {
    t.same(time(bad), ["format"], bad);
  }
  t.same(pattern("^a+$"), []);
  t.same(pattern("("), ["format"]);
});
