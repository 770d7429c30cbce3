import { test } from "tap";
import { fillForm } from "../../../src/driver/client/form.js";
import { accept, fullClient } from "../../../src/driver/client/full-client.js";

test("fillForm() gives each required field a value that its schema takes", async (t) => {
  const properties = {
    colour: { type: "string", enum: ["red", "blue"] },
    size: { type: "string", oneOf: [{ const: "s", title: "Small" }] },
    mail: { type: "string", format: "email" },
    code: { type: "string", minLength: 8, maxLength: 9 },
    count: { type: "integer", minimum: 3 },
    isSure: { type: "boolean" },
    tags: { type: "array", items: { type: "string", enum: ["a", "b"] } },
    note: { type: "string" },
  };
  const required = ["colour", "size", "mail", "code", "count", "isSure", "tags"];

  t.same(fillForm({ type: "object", properties, required }, "ready"), {
    colour: "red",
    size: "s",
    mail: "nobody@example.com",
    code: "readyxxx",
    count: 3,
    isSure: true,
    tags: ["a"],
  });
  t.same(fillForm({ properties: { note: { type: "string" } } }, "ready"), { note: "ready" });
  t.same(fillForm("no schema", "ready"), {});
});

test("a client serves what it offers and nothing else", async (t) => {
  const root = t.testdir({});
  const bare = fullClient(root, {});
  const reader = fullClient(root, { readTextFile: true, elicitation: {} });

  t.same(bare.capabilities, {});
  t.same(Object.keys(bare.policy), ["session/request_permission"]);
  t.same(reader.capabilities, { fs: { readTextFile: true, writeTextFile: false }, elicitation: {} });
  t.same(Object.keys(reader.policy), [
    "session/request_permission",
    "fs/read_text_file",
    "elicitation/create",
  ]);
  t.same(accept({ mode: "url", url: "https://example.com" }), { result: { action: "accept" } });
});
