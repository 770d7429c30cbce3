import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import { callsIn, resultsOf } from "../../../scenarios/steps/messages.js";
import { onEach } from "../../../scenarios/steps/passive.js";
import { updatesIn } from "../../../scenarios/steps/turn.js";

/** What is gone with version 1 (docs/protocol/v2/migration.mdx, "At a glance" and "Client file system and terminal execution removed"). */
export const removalChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.tools.no-tool-call-kind", updatesIn, ({ kind, frame }) =>
    kind === "tool_call"
      ? { expected: "tool_call_update for a new tool call", actual: kind, frames: [frame] }
      : undefined,
  ),
  onEach("acp.v2.session.no-modes", modePlaces, ({ found, frame }) =>
    found === undefined
      ? undefined
      : { expected: "modes among the config options only", actual: found, frames: [frame] },
  ),
  neverCalls("acp.v2.terminal.display-only", "terminal/"),
  neverCalls("acp.v2.terminal.no-fs-methods", "fs/"),
];

function modePlaces(transcript: Transcript): { found: string | undefined; frame: Frame }[] {
  const results = ["session/new", "session/resume"].flatMap((method) =>
    resultsOf(transcript, method).map(({ result, frame }) => ({
      found: "modes" in result ? `modes in the result of ${method}` : undefined,
      frame,
    })),
  );
  const updates = updatesIn(transcript).map(({ kind, frame }) => ({
    found: kind === "current_mode_update" ? kind : undefined,
    frame,
  }));
  return [...results, ...updates];
}

/** The client has none of these methods. */
function neverCalls(id: string, prefix: string): PassiveCheck {
  return onEach(id, callsIn, ({ method, frame }) =>
    method.startsWith(prefix)
      ? { expected: `no ${prefix}… method of the client called`, actual: method, frames: [frame] }
      : undefined,
  );
}
