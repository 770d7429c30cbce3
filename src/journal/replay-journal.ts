import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { isSchemaId } from "../protocol/schema-id.js";
import { payloadOf } from "./chain/body-of.js";
import type { Divergence } from "./chain/divergence.js";
import { readRow, type StoredFrame } from "./chain/read-row.js";
import { Recorder } from "./chain/recorder.js";
import { EVENTS } from "./chain/row.js";
import { readSealHeader, sealFileOf } from "./chain/seal.js";
import { linesOf } from "./file/lines.js";
import { LineJudge } from "./frame/line-judge.js";
import { schemaOf } from "./frame/schemas.js";
import { readJournal } from "./journal-reader.js";
import { publishedFrame } from "./published/published-frame.js";

/** A prompt turn that ended. */
export interface EndedTurn {
  /** The frame that ended it. */
  readonly seq: number;
  readonly stopReason: string;
}

/** What the frames of a journal say when they are judged again. */
export interface Replay {
  readonly count: number;
  readonly frames: number;
  readonly turns: readonly EndedTurn[];
  /** The head of the chain that the rows make. */
  readonly head: string;
  /** The first row that says of its frame what the frame does not say. */
  readonly divergence?: Divergence;
}

/**
 * Judges every frame of a journal again, as when it was written, and makes the chain anew: also a chain that was
 * rewritten with care has to say of each frame what the frame says. Throws a JournalFault when it cannot be read.
 */
export function replayJournal(file: string): Replay {
  const schema = schemaNameOf(file);
  const isFixed = isSchemaId(schema);
  const judge = new LineJudge(schemaOf(isFixed ? schema : "v1"), isFixed);
  const recorder = new Recorder();
  const turns: EndedTurn[] = [];
  let frames = 0;
  let divergence: Divergence | undefined;
  for (const { index, event, text, frame } of readJournal(file)) {
    const { members } = readRow(text) ?? { members: new Map() };
    recorder.add({ event, payload: payloadOf(event, members), fields: "" }, { ts: "0", elapsedS: "0" });
    if (event === EVENTS.resumed) judge.restart();
    if (frame === undefined) continue;
    const said = saidBy(frame);
    const found = judgedAs(judge, frame, frames);
    if (said !== found) {
      divergence ??= {
        step: index,
        reason: `step ${index}: the frame says otherwise`,
        expected: found,
        actual: said,
      };
    }
    if (frame.isTerminal) turns.push({ seq: frame.seq, stopReason: frame.stopReason });
    frames += 1;
  }
  const { count, head } = recorder.state;
  return { count, frames, turns, head, ...(divergence === undefined ? {} : { divergence }) };
}

function saidBy({ seq, kind, method, isTerminal, stopReason }: StoredFrame): string {
  return JSON.stringify({ seq, kind, method, isTerminal, stopReason });
}

function judgedAs(judge: LineJudge, { direction, frame }: StoredFrame, seq: number): string {
  const line = { bytes: Buffer.from(frame, "latin1"), eol: "\n", cutBytes: 0 } as const;
  const judged = direction === undefined ? publishedFrame(line) : judge.judge(direction, line);
  if (judged === undefined) return "no frame";
  if ("code" in judged) return `refused: ${judged.message}`;
  const { kind, method, end } = judged;
  return JSON.stringify({ seq, kind, method, isTerminal: end.isTerminal, stopReason: end.stopReason });
}

/** The schema that the journal's frames were judged by. */
function schemaNameOf(file: string): string {
  const sealFile = sealFileOf(file);
  if (!existsSync(sealFile)) return "";
  for (const { text } of linesOf(sealFile)) return readSealHeader(text)?.schema ?? "";
  return "";
}
