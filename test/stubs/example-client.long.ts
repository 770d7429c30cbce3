import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "tap";
import { compiled, Subject } from "./subject.js";

/** The bridge under test: a command that takes the agent's command behind it. */
const BRIDGE: readonly string[] = [fileURLToPath(new URL("../../acp-tee.cjs", import.meta.url))];

const CLIENT = example("sdk-1.2.1", "client");
const RECORDER = [process.execPath, compiled("stubs/bridge/recorder")];

/** One conversation: the bytes of both directions, with the session ids masked. */
interface Conversation {
  readonly c2a: string;
  readonly a2c: string;
}

for (const version of ["sdk-1.2.1", "sdk-1.9.0"]) {
  test(`the SDK's example client and the example agent of ${version} talk the same through a bridge`, async (t) => {
    const folder = t.testdir();
    const agent = [process.execPath, example(version, "agent")];
    const record = (name: string, command: readonly string[]) => [
      ...RECORDER,
      join(folder, name),
      ...command,
    ];
    const [directOutput, throughOutput] = await Promise.all([
      converse(join(folder, "direct-bin"), record("direct", agent)),
      converse(join(folder, "through-bin"), record("client-hop", [...BRIDGE, ...record("agent-hop", agent)])),
    ]);

    t.match(directOutput, /Agent completed with: end_turn/);
    t.equal(maskIds(throughOutput), maskIds(directOutput));
    const direct = read(folder, "direct");
    t.same(read(folder, "client-hop"), direct, "on the client's side of the bridge");
    t.same(read(folder, "agent-hop"), direct, "on the agent's side of the bridge");
    t.match(direct.c2a, /"method":"session\/prompt"/);
    t.match(direct.a2c, /"method":"session\/request_permission"/);
  });
}

/** Runs the example client against an agent command; it answers the one question with its first option. */
async function converse(folder: string, command: readonly string[]): Promise<string> {
  // The client starts `npx tsx …/agent.ts`; this npx, first on the PATH, starts the given command instead.
  mkdirSync(folder);
  writeFileSync(join(folder, "npx"), `#!/bin/sh\nexec ${command.map(quote).join(" ")}\n`, { mode: 0o755 });
  const client = new Subject([process.execPath, CLIENT], { PATH: `${folder}:${process.env["PATH"] ?? ""}` });
  client.end("1\n");
  const { code } = await client.exit;
  if (code !== 0) throw new Error(`The example client failed with ${code}: ${client.stderr}`);
  return client.stdout;
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`;
}

function example(version: string, name: string): string {
  const main = fileURLToPath(import.meta.resolve(version));
  return join(dirname(main), "examples", `${name}.js`);
}

function read(folder: string, name: string): Conversation {
  const bytes = (direction: string) => maskIds(readFileSync(join(folder, `${name}.${direction}`), "latin1"));
  return { c2a: bytes("c2a"), a2c: bytes("a2c") };
}

function maskIds(text: string): string {
  return text.replace(/\b[0-9a-f]{32}\b/g, "SESSION");
}
