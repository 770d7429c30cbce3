import { Buffer } from "node:buffer";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { BRIDGE_STUBS } from "../../stubs/bridge/catalogue.js";
import { oneIn } from "../how-much.js";
import { BYTE_CASES, FRAME_CASES } from "./mutant-cases.js";
import { bridged, compiled, runToEnd } from "./subject.js";

const PARTS = [
  "agent",
  "catalogue",
  "catalogue-bytes",
  "catalogue-campaign",
  "catalogue-frames",
  "catalogue-processes",
  "catalogue-values",
].concat(["lines", "pump", "recorder", "relay", "stub-entry"]);

test("the catalogue lists every bridge of the folder, once", async (t) => {
  const files = readdirSync(join(compiled("stubs/bridge/relay"), "..")).filter((name) =>
    name.endsWith(".js"),
  );
  const programs = files.map((name) => name.slice(0, -3)).filter((name) => !PARTS.includes(name));

  t.same(BRIDGE_STUBS.map((stub) => stub.name).sort(), programs.sort());
});

test("the control passes the bytes of every mutant's case unchanged", async (t) => {
  const everything = Buffer.concat([...BYTE_CASES, ...FRAME_CASES].map(({ sent }) => Buffer.from(sent)));
  const control = await runToEnd(bridged("transparent", ["cat"]), everything);

  t.ok(control.bytes.equals(everything));
});

test("a mutant does to bytes what its name says", async (t) => {
  t.jobs = 2;
  const cases = [...BYTE_CASES, ...FRAME_CASES];
  const files = Object.fromEntries(cases.map(({ name, sent }) => [name, Buffer.from(sent)]));
  const folder = t.testdir(files);
  for (const { name, from, sent, got, code } of oneIn(4, cases)) {
    t.test(name, async (t) => {
      const agent = from === "agent" ? ["cat", join(folder, name)] : ["cat"];
      const input = from === "agent" ? "" : sent;
      const mutant = await runToEnd(bridged(name, agent), input);

      t.equal(mutant.bytes.toString("hex"), Buffer.from(got).toString("hex"));
      t.equal(mutant.ended.code, code);
    });
  }
});
