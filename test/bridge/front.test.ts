import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type Test, test } from "tap";
import { within } from "./deadline.js";
import { type Editor, type LaunchOptions, launch } from "./editor.js";
import { behindTee, fixture, shell } from "./subject.js";

const LIVING = shell("echo $$; cat; echo ended; exit 3");

test("acp-tee becomes the agent", async (t) => {
  const front = await start(t, behindTee(LIVING));
  const asked = await start(t, behindTee(LIVING), { env: { ...process.env, ACP_TEE_MODE: "parent" } });
  await Promise.all([front.sees("\n"), asked.sees("\n")]);
  front.input.end("words\n");
  asked.input.end("words\n");

  t.equal(await front.stdout, `${front.child.pid}\nwords\nended\n`, "under the pid that the editor started");
  t.notMatch(await asked.stdout, `${asked.child.pid}\n`, "unless a parent is asked for");
  t.same([await front.exit, await asked.exit], ["code 3", "code 3"]);
  t.same(await helpersOf(front), [], "and nothing is left of it when the agent has ended");
});

test("a mode that there is not", async (t) => {
  const editor = await start(t, behindTee(LIVING), { env: { ...process.env, ACP_TEE_MODE: "both" } });

  t.equal(await editor.exit, "code 125");
  t.equal(await editor.stderr, "acp-tee: ACP_TEE_MODE=both: it is front or parent\n");
});

test("the agent's environment is the editor's", async (t) => {
  const printer = fixture("prints-itself");
  const { PWD: _, ...nowhere } = process.env;
  for (const [name, env] of Object.entries({
    "a directory that is not the present one": { ...process.env, PWD: "/nonexistent", SHLVL: "7", _: "x" },
    "none of what a shell sets by itself": nowhere,
    "names that no shell can spell": { ...process.env, "npm_config.a-b": "1", "9": "2" },
    "values of several lines": { ...process.env, A_TEXT: "one\nPWD=two\n" },
  })) {
    const direct = await start(t, printer, { env });
    const through = await start(t, behindTee(printer), { env });

    t.strictSame(JSON.parse(await through.stdout), JSON.parse(await direct.stdout), name);
  }
});

test("descriptors that an editor hands on reach the agent, those among them that the front could use", async (t) => {
  const folder = t.testdir({ three: "3 ", four: "4 ", five: "5 " });
  const open = ["three", "four", "five"].map((name) => openSync(`${folder}/${name}`, "r"));
  const [program = "", ...args] = behindTee(shell("cat <&3; cat <&4; cat <&5"));
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit", ...open] });
  for (const fd of open) closeSync(fd);
  const [said] = await once(child.stdout ?? child, "data");

  t.equal(String(said), "3 4 5 ");
});

test("an agent whose helper is killed sees what it would see of an editor that is gone", async (t) => {
  // A process that is killed loses its descriptors one after the other, so the agent waits for a moment.
  const agent = shell("trap '' PIPE; echo ready; cat; sleep 0.1; echo more || exit 4");
  const editor = await start(t, behindTee(agent));
  await editor.sees("ready");
  const [helper] = await helpersOf(editor);
  if (helper === undefined) throw new Error("nobody carries the bytes");
  process.kill(helper, "SIGKILL");

  t.equal(await within("the agent's end", editor.exit), "code 4");
  t.equal(await editor.stdout, "ready\n");
});

async function start(t: Test, command: readonly string[], options: LaunchOptions = {}): Promise<Editor> {
  return await launch((stop) => t.teardown(stop), "sockets", command, options);
}

/** The processes that carry bytes for an agent, once there have been as many for a while. */
async function helpersOf({ child }: Editor): Promise<number[]> {
  await delay(300);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(`--beside\0${child.pid}\0`))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It ended between the two looks.
    return "";
  }
}
