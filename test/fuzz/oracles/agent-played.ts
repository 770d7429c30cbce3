import type { Asked } from "../../../src/fuzz/agent/play/asked-requests.js";
import type { Played } from "../../../src/fuzz/agent/play/played.js";
import type { Command } from "../../../src/fuzz/model/command.js";
import { isJsonObject } from "../../../src/wire/message.js";
import { pairsIn, type Said, transcriptOf } from "./said.js";

/** What a conversation with an agent showed that says all this; its sessions are `s0`, `s1` and so on. */
export function agentPlayed(
  said: readonly Said[],
  more: Partial<Played> & { readonly commands?: readonly Command[] } = {},
): Played {
  const transcript = transcriptOf(said, "a2c");
  const { commands = [], ...rest } = more;
  const asked = pairsIn(transcript).flatMap(({ frame, reply }): Asked[] => {
    const { message } = frame;
    if (message.kind !== "request") return [];
    const sessionId = isJsonObject(message.params) ? message.params["sessionId"] : undefined;
    return [{ method: message.method, id: message.value["id"] ?? null, sessionId, frame, reply }];
  });
  return {
    trial: { commands },
    transcript,
    exit: undefined,
    isOutputClosed: false,
    silentMs: undefined,
    endedMs: 0,
    unanswered: [],
    asked,
    sessions: new Map([0, 1, 2].map((number) => [`s${number}`, number])),
    memory: [],
    lastWords: "",
    ...rest,
  };
}
