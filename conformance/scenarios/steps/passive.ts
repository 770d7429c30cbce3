import type { Transcript } from "../../../src/driver/transcript.js";
import type { Verdict } from "../../../src/engine/outcome.js";
import type { Finding, PassiveCheck } from "../../../src/engine/scenario.js";
import type { Protocol } from "../../../src/protocol/protocol.js";
import type { Frame } from "../../../src/wire/frame.js";

/** A check on each of the things that a transcript shows; silent where there are none, and the first finding counts. */
export function onEach<Item>(
  id: string,
  select: (transcript: Transcript, protocol: Protocol) => readonly Item[],
  judge: (item: Item, protocol: Protocol) => Finding | undefined,
): PassiveCheck {
  return {
    id,
    judge(transcript, protocol) {
      const all = select(transcript, protocol);
      if (all.length === 0) return undefined;
      for (const item of all) {
        const finding = judge(item, protocol);
        if (finding !== undefined) return violation(finding);
      }
      return { kind: "holds" };
    },
  };
}

/** Writes down the things that a transcript shows, where no sentence judges them. */
export function noteEach<Item>(
  id: string,
  select: (transcript: Transcript) => readonly Item[],
  note: (item: Item) => string | undefined,
  none: string,
): PassiveCheck {
  return {
    id,
    judge(transcript) {
      const all = select(transcript);
      if (all.length === 0) return undefined;
      const notes = all.flatMap((item) => note(item) ?? []);
      return { kind: "recorded", message: notes[0] ?? none };
    },
  };
}

/** The frames from the subject. */
export function fromSubject(transcript: Transcript): Frame[] {
  return transcript.ofSubject();
}

function violation({ expected, actual, frames = [] }: Finding): Verdict {
  const known = frames.filter((frame): frame is Frame => frame !== undefined);
  return { kind: "violated", expected, actual, frames: known };
}
