import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { isJsonObject, type Json } from "../../../../src/wire/message.js";
import { isBase64 } from "../../../scenarios/passive/content.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { member, shortly } from "../../../scenarios/steps/reply.js";
import { type Update, updatesIn } from "../../../scenarios/steps/turn.js";
import { resumedIn } from "../../steps/prompts.js";
import { isAbsolutePath } from "../../steps/values.js";

/** The terminals that an agent shows (docs/protocol/v2/tool-calls.mdx, "Display-only Terminals"). */
export const terminalChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.terminal.base64", bytes, ({ data, frame }) =>
    typeof data === "string" && isBase64(data)
      ? undefined
      : { expected: "data in base64", actual: shortly(data), frames: [frame] },
  ),
  onEach("acp.v2.terminal.cwd-absolute", directories, ({ cwd, frame }) =>
    isAbsolutePath(cwd) ? undefined : { expected: "an absolute cwd", actual: shortly(cwd), frames: [frame] },
  ),
  onEach("acp.v2.terminal.command-first", firstUpdates, ({ first, later }) =>
    // Whether a command is applicable shows when one is given later.
    later === undefined
      ? undefined
      : {
          expected: "the command in the first update of the terminal",
          actual: `${shortly(later.update["command"])} in a later one`,
          frames: [first.frame, later.frame],
        },
  ),
];

function ofTerminals(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(({ kind }) => kind === "terminal_update");
}

function bytes(transcript: Transcript): { data: Json | undefined; frame: Frame }[] {
  const chunks = updatesIn(transcript)
    .filter(({ kind }) => kind === "terminal_output_chunk")
    .map(({ update, frame }) => ({ data: update["data"], frame }));
  const snapshots = ofTerminals(transcript).flatMap(({ update, frame }) => {
    const { output } = update;
    return isJsonObject(output) ? [{ data: output["data"], frame }] : [];
  });
  return [...chunks, ...snapshots];
}

function directories(transcript: Transcript): { cwd: Json; frame: Frame }[] {
  return ofTerminals(transcript).flatMap(({ update, frame }) => {
    const cwd = update["cwd"] ?? null;
    return cwd === null ? [] : [{ cwd, frame }];
  });
}

/** The first update of each terminal, with the first later one that names a command where this one names none. */
function firstUpdates(transcript: Transcript): { first: Update; later: Update | undefined }[] {
  const terminals = new Map<string, Update[]>();
  const resumed = resumedIn(transcript);
  for (const update of ofTerminals(transcript)) {
    if (resumed.has(update.sessionId)) continue;
    const key = JSON.stringify([update.sessionId, member(update.update, "terminalId")]);
    terminals.set(key, [...(terminals.get(key) ?? []), update]);
  }
  return [...terminals.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const hasCommand = typeof first.update["command"] === "string";
    const later = others.find(({ update }) => typeof update["command"] === "string");
    return [{ first, later: hasCommand ? undefined : later }];
  });
}
