import { test } from "tap";
import { bridged, compiled, runToEnd } from "./subject.js";

const EDITOR = [process.execPath, compiled("stubs/editor/main")];
const AGENT = [process.execPath, compiled("stubs/agent/obedient")];

/** The command of the editor with these prompts in front of an agent. */
function editing(prompts: readonly string[], agent: readonly string[]): readonly string[] {
  return [...EDITOR, ...prompts.flatMap((prompt) => ["--prompt", prompt]), "--", ...agent];
}

test("the editor and the obedient agent have a full turn through the transparent bridge", async (t) => {
  const subject = await runToEnd(editing(["hello"], bridged("transparent", AGENT)));

  t.equal(subject.ended.code, 0);
  t.equal(subject.stderr, "");
  t.same(subject.stdout.split("\n"), [
    "connected to obedient-agent, protocol version 1",
    'prompt: "hello"',
    'agent_thought_chunk: "Let me look at that"',
    "plan: Look (in_progress), Answer (pending)",
    'agent_message_chunk: "I am looking"',
    "tool_call call-3: Look around (pending)",
    "tool_call_update call-3: in_progress",
    "tool_call_update call-3: completed",
    "plan: Look (completed), Answer (completed)",
    'agent_message_chunk: " and all is well."',
    "stop: end_turn",
    "",
  ]);
});

const TURNS: ReadonlyMap<string, readonly string[]> = new Map([
  ["permission", ["permission: Allow", "tool_call_update: completed", "stop: end_turn"]],
  ["echo Gr\u00fc\u00dfe", ['agent_message_chunk: "Gr\u00fc\u00dfe"', "stop: end_turn"]],
  ["read notes.txt", ["tool_call_update: completed", "stop: end_turn"]],
  ["read missing.txt", ["tool_call_update: failed", "stop: end_turn"]],
  ["read /etc/hostname", ["tool_call_update: failed", "stop: end_turn"]],
  ["write new.txt some text", ["tool_call_update: completed", "stop: end_turn"]],
  ["terminal true", ["tool_call_update: completed", "stop: end_turn"]],
  ["terminal false", ["tool_call_update: failed", "stop: end_turn"]],
  ["mode code", ["current_mode_update: code", "stop: end_turn"]],
  ["refuse", ["stop: refusal"]],
  ["tokens", ["stop: max_tokens"]],
  ["requests", ["stop: max_turn_requests"]],
]);

test("the obedient agent does what the first word of a prompt says", async (t) => {
  const subject = await runToEnd(editing([...TURNS.keys()], AGENT));

  t.equal(subject.ended.code, 0);
  const [, ...turns] = subject.stdout.replace(/ call-\d+/g, "").split(/^prompt: .*\n/m);
  for (const [index, [prompt, expected]] of [...TURNS].entries()) {
    const lines = turns[index]?.split("\n") ?? [];
    t.same(
      lines.filter((line) => expected.includes(line)),
      expected,
      prompt,
    );
  }
});

test("a later prompt of the session knows the earlier ones", async (t) => {
  const subject = await runToEnd(editing(["refuse", "recall"], AGENT));

  t.match(subject.stdout, 'agent_message_chunk: "refuse\\nrecall"\n');
});

test("a cancelled turn ends as cancelled and its terminal is gone", async (t) => {
  const command = [
    ...EDITOR,
    "--cancel-after-ms",
    "300",
    "--prompt",
    "wait",
    "--prompt",
    "terminal sleep 1000",
  ];
  const subject = await runToEnd([...command, "--", ...AGENT]);

  t.equal(subject.ended.code, 0);
  t.match(subject.stdout, 'agent_message_chunk: "1 "\n');
  t.match(subject.stdout, /tool_call_update call-\d+: failed\nstop: cancelled\n$/);
  t.equal(subject.stdout.match(/^stop: cancelled$/gm)?.length, 2);
});

for (const [agent, code, reason] of [
  [["/nonexistent-agent"], 1, /^editor: Cannot start "\/nonexistent-agent"/],
  [["sh", "-c", "exit 3"], 1, "editor: Agent exited with code 3\n"],
  [bridged("mirrors-signal-as-code", ["sh", "-c", "kill -TERM $$"]), 1, "editor: Agent exited with code 1\n"],
  [[], 2, /^editor: No agent is given\nusage: /],
] as const) {
  test(`the editor exits with ${code} and says why: ${reason}`, async (t) => {
    const subject = await runToEnd(editing([], agent));

    t.equal(subject.ended.code, code);
    t.match(subject.stderr, reason);
  });
}

test("a request that fails makes the editor fail", async (t) => {
  const subject = await runToEnd(editing(["fail"], AGENT));

  t.equal(subject.ended.code, 1);
  t.equal(subject.stderr, "editor: Request failed: Internal error: told to fail\n");
});
