import { join } from "node:path";
import { test } from "tap";
import { Prompts } from "../../src/engine/script/prompts.js";
import { readScript, scriptErrors } from "../../src/engine/script/script.js";
import { STEPS } from "../../src/engine/script/step.js";

const HEAD = { format: "acp-assay-script", formatVersion: 1 } as const;
const STUB = join(import.meta.dirname, "../../../stubs/agent/raw/script.json");

test("the stub's script is fine, and has a prompt for every step", async (t) => {
  const { prompts } = readScript(STUB);

  t.same(Object.keys(prompts).sort(), Object.keys(STEPS).sort());
});

test("scriptErrors() has one line for each thing that is wrong", async (t) => {
  t.same(scriptErrors([]), ["it is no JSON object"]);
  t.same(scriptErrors({ ...HEAD, prompts: {} }), []);
  t.same(scriptErrors({ format: "other", formatVersion: 2, extra: 1 }), [
    '"format" has to be "acp-assay-script"',
    '"formatVersion" has to be 1',
    '"extra" is not known',
    '"prompts" has to be an object of steps',
  ]);
  t.match(scriptErrors({ ...HEAD, prompts: { fly: "away" } }), [
    /^prompts\.fly: there is no such step; the steps are short, /,
  ]);
  t.same(
    scriptErrors({
      ...HEAD,
      prompts: { short: " ", plan: 5, readFile: "Read it", permission: "{name} in {path}" },
    }),
    [
      "prompts.short: it has to be a text",
      "prompts.plan: it has to be a text",
      "prompts.readFile: {path} is missing: the scenario puts a value there",
      "prompts.permission: {path} is no placeholder of this step",
    ],
  );
  t.same(
    scriptErrors({ ...HEAD, prompts: { toString: "x" } }).length,
    1,
    "what every object inherits is no step",
  );
});

test("readScript() says what is wrong with a file, one line an error", async (t) => {
  const folder = t.testdir({ "a.json": "{", "b.json": '{"format":"x","prompts":{}}' });

  t.throws(() => readScript(join(folder, "none.json")), {
    code: "usage",
    message: /^Cannot read script ".*": ENOENT/,
  });
  t.throws(() => readScript(join(folder, "a.json")), { code: "usage", message: /it is not JSON$/ });
  t.throws(() => readScript(join(folder, "b.json")), {
    code: "usage",
    message: /^Cannot use script ".*": "format" has .*\nCannot use script ".*": "formatVersion" has to be 1$/,
  });
});

test("Prompts take the script's text, else the generic one, with the values in it", async (t) => {
  const prompts = new Prompts({ ...HEAD, prompts: { readFile: "look at {path}" } });

  t.equal(prompts.text("readFile", { path: "/a" }), "look at /a");
  t.equal(prompts.text("writeFile", { path: "/b" }), STEPS.writeFile.generic?.replace("{path}", "/b"));
  t.equal(prompts.text("maxTokens"), undefined, "what no text brings about in any agent");
  t.same([prompts.isScripted("readFile"), prompts.isScripted("writeFile")], [true, false]);
});
