import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { framesOf, member, shortly, told } from "../../scenarios/steps/reply.js";
import { inSandbox } from "../steps/sandbox.js";
import { judgeServed } from "../steps/served.js";
import { type ClientTurn, inTurn, notApplicable, notTested } from "../steps/turn.js";

const RESULT = "acp.v1.fs.read-result";
const LINE = "acp.v1.fs.read-line";
const LIMIT = "acp.v1.fs.read-limit";
const WINDOW = "acp.v1.fs.read-line-limit";
const MISSING = "acp.v1.fs.read-missing";
const NOTES = {
  newline: "acp.v1.fs.read-trailing-newline",
  zero: "acp.v1.fs.read-line-zero",
  past: "acp.v1.fs.read-past-end",
  binary: "acp.v1.fs.read-binary",
  endings: "acp.v1.fs.read-line-endings",
} as const;
const JUDGES = [RESULT, LINE, LIMIT, WINDOW, MISSING, ...Object.values(NOTES)];

const LINES: readonly string[] = Array.from({ length: 20 }, (_, place) => `line ${place + 1} é 😀`);

/** What a read gives: the whole text, or a window of lines (docs/protocol/v1/file-system.mdx, "Reading Files"). */
export const readFiles: ClientScenario = inTurn("files/read", JUDGES, async (stage, turn) => {
  if (!turn.can("fs", "readTextFile")) {
    return notApplicable(stage, JUDGES, "the client does not announce fs.readTextFile");
  }
  const problem = await inSandbox(turn, async (folder) => {
    const path = join(folder, "lines.txt");
    await writeFile(path, `${LINES.join("\n")}\n`);
    const whole = await turn.ask("fs/read_text_file", { path });
    // A client that reads nothing here may ask its user, or allow other places only: its policy, and no defect.
    if (whole.kind !== "result") {
      notTested(stage, JUDGES, `the client did not read: ${told(whole)}`);
      judgeServed(stage, RESULT, whole);
      return;
    }
    judge(stage, RESULT, whole, `${LINES.join("\n")}\n`, false);
    for (const line of [1, 2, 20]) judgeWindow(stage, LINE, await read(turn, path, { line }), line);
    for (const limit of [1, 3, 500]) judgeWindow(stage, LIMIT, await read(turn, path, { limit }), 1, limit);
    judgeWindow(stage, WINDOW, await read(turn, path, { line: 10, limit: 5 }), 10, 5);
    await judgeMissing(stage, turn, join(folder, "none.txt"));
    await note(stage, turn, folder, path);
  });
  if (problem !== undefined) notTested(stage, JUDGES, problem);
});

async function read(turn: ClientTurn, path: string, window: JsonObject): Promise<Reply> {
  return await turn.ask("fs/read_text_file", { path, ...window });
}

function judgeWindow(stage: ClientStage, id: string, reply: Reply, line: number, limit = LINES.length): void {
  judge(stage, id, reply, LINES.slice(line - 1, line - 1 + limit).join("\n"), true);
}

/** Whether a window ends with its last newline is left open. */
function judge(stage: ClientStage, id: string, reply: Reply, expected: string, isOpenEnded: boolean): void {
  const content = reply.kind === "result" ? member(reply.result, "content") : undefined;
  const isSame = content === expected || (isOpenEnded && content === `${expected}\n`);
  stage.expect(id, isSame, () => ({
    expected: `content ${shortly(expected)}`,
    actual: content === undefined ? told(reply) : shortly(content),
    frames: framesOf(reply),
  }));
}

async function judgeMissing(stage: ClientStage, turn: ClientTurn, path: string): Promise<void> {
  const reply = await turn.ask("fs/read_text_file", { path });
  stage.expect(MISSING, reply.kind === "error", () => ({
    expected: "an error for a file that does not exist",
    actual: told(reply),
    frames: framesOf(reply),
  }));
}

async function note(stage: ClientStage, turn: ClientTurn, folder: string, path: string): Promise<void> {
  const one = await read(turn, path, { line: 1, limit: 1 });
  stage.recorded(NOTES.newline, `line 1 of a file: ${told(one)}`);
  const zero = [await read(turn, path, { line: 0, limit: 1 }), await read(turn, path, { limit: 0 })];
  stage.recorded(NOTES.zero, `line 0: ${told(zero[0] ?? one)}; limit 0: ${told(zero[1] ?? one)}`);
  stage.recorded(NOTES.past, `line 1000 of 20: ${told(await read(turn, path, { line: 1000 }))}`);
  const binary = join(folder, "binary.dat");
  await writeFile(binary, Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]));
  stage.recorded(NOTES.binary, `bytes that are not UTF-8: ${told(await read(turn, binary, {}))}`);
  const windows = join(folder, "windows.txt");
  await writeFile(windows, "a\r\nb\r\n");
  stage.recorded(NOTES.endings, `lines that end with CRLF: ${told(await read(turn, windows, {}))}`);
}
