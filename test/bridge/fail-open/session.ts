import { createHash } from "node:crypto";
import { type Editor, launch } from "../editor.js";

/** What an editor sees of a session; two of them are equal when nothing differs. */
export interface Seen {
  readonly exit: string;
  readonly stdoutSha256: string;
  readonly stderr: string;
}

const TURNS = 40;

const FRAMES = [
  '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"é"}]}}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"x"}}}',
  "no JSON at all\r",
];

/** A session with an agent that echoes: turns there and back, then a volume that fills every pipe, then the end. */
export async function playSession(
  argv: readonly string[],
  teardown: (stop: () => void) => unknown,
): Promise<Seen> {
  const editor = await launch(teardown, "sockets", argv);
  for (let turn = 0; turn < TURNS; turn += 1) await takeTurn(editor, turn);
  editor.input.write(Buffer.alloc(600_000, `${FRAMES.join("\n")}\n\xff`, "latin1"));
  editor.input.end("an unterminated end");
  const [exit, stdout, stderr] = await Promise.all([editor.exit, editor.stdout, editor.stderr]);
  return { exit, stdoutSha256: createHash("sha256").update(stdout).digest("hex"), stderr };
}

async function takeTurn(editor: Editor, turn: number): Promise<void> {
  editor.input.write(`${FRAMES[turn % FRAMES.length]}\nturn ${turn} is over\n`);
  await editor.sees(`turn ${turn} is over\n`);
}
