import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { Workspace } from "../../../src/driver/client/workspace.js";

const TEN = Array.from({ length: 10 }, (_, place) => `line ${place + 1}\n`).join("");
const OUTSIDE = { error: { code: -32602, message: "path leads out of the workspace" } };

test("a read gives the text, or the lines that are asked for, counted from 1", async (t) => {
  const root = t.testdir({ "ten.txt": TEN, "tail.txt": "a\nb", "crlf.txt": "a\r\nb\r\n" });
  const workspace = new Workspace(root);
  const read = (name: string, params: object = {}): unknown =>
    workspace.read({ path: join(root, name), ...params });

  t.same(read("ten.txt"), { result: { content: TEN } });
  t.same(read("ten.txt", { line: 3, limit: 2 }), { result: { content: "line 3\nline 4\n" } });
  t.same(read("ten.txt", { line: 9 }), { result: { content: "line 9\nline 10\n" } });
  t.same(read("ten.txt", { limit: 1 }), { result: { content: "line 1\n" } });
  t.same(read("ten.txt", { line: 99 }), { result: { content: "" } });
  t.same(read("tail.txt", { line: 2 }), { result: { content: "b" } });
  t.same(read("crlf.txt", { limit: 1 }), { result: { content: "a\r\n" } });
  t.match(read("none.txt"), { error: { code: -32002 } });
});

test("a write makes the file and its directories, and replaces what was there", async (t) => {
  const root = t.testdir({});
  const workspace = new Workspace(root);
  const path = join(root, "a", "b.txt");

  t.same(workspace.write({ path, content: "one" }), { result: {} });
  t.same(workspace.write({ path, content: "two é" }), { result: {} });
  t.equal(readFileSync(path, "utf8"), "two é");
  t.match(workspace.write({ path, content: 5 }), { error: { code: -32602 } });
  t.match(workspace.write({ path: root, content: "" }), { error: { code: -32602 } }, "a directory");
});

test("a path that leads out of the workspace is refused, links followed", async (t) => {
  const folder = t.testdir({ inside: { "a.txt": "a" }, outside: { "b.txt": "b" } });
  const root = join(folder, "inside");
  symlinkSync(join(folder, "outside"), join(root, "link"));
  symlinkSync(join(folder, "outside", "new.txt"), join(root, "dangling"));
  const workspace = new Workspace(root);

  for (const path of ["../outside/b.txt", "link/b.txt", "link/new.txt", "dangling"]) {
    t.same(workspace.read({ path: join(root, path) }), OUTSIDE, path);
    t.same(workspace.write({ path: join(root, path), content: "x" }), OUTSIDE, path);
  }
  t.same(workspace.read({ path: `${root}-2/a.txt` }), OUTSIDE, "a sibling whose name begins alike");
  t.match(workspace.read({ path: "a.txt" }), { error: { message: "path is not absolute" } });
  t.match(workspace.read({ path: 5 }), { error: { message: "path is not absolute" } });
  t.same(workspace.read({ path: join(root, "..", "inside", "a.txt") }), { result: { content: "a" } });
});

test("a path that no system takes is refused, and nothing is thrown", async (t) => {
  const root = t.testdir({ "a.txt": "a" });
  const workspace = new Workspace(root);

  t.match(workspace.read({ path: join(root, "a\u0000b") }), { error: { code: -32602 } });
  t.match(workspace.write({ path: join(root, "x".repeat(5000)), content: "" }), { error: { code: -32602 } });
  t.match(workspace.read({ path: join(root, "x".repeat(5000)) }), { error: { code: -32002 } });
  t.match(workspace.write({ path: join(root, "a.txt", "below"), content: "" }), { error: { code: -32602 } });
});
