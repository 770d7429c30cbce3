import { test } from "tap";
import { launch } from "./editor.js";
import { fixture, shell } from "./subject.js";

const MUCH = 1_000_000;

test("the parts of acp-tee that Windows alone runs throw nothing on Linux, and carry a session", async (t) => {
  const agent = shell(`cat; head -c ${MUCH} /dev/zero; echo err >&2; exit 7`);
  const editor = await launch((stop) => t.teardown(stop), "sockets", fixture("windows-tee", ...agent));
  editor.input.end("said ");
  t.equal((await editor.stdout).length, "said ".length + MUCH);
  t.equal(await editor.exit, "code 7");
  t.equal(await editor.stderr, "err\n");
});
