import type { AgentCommand } from "../../../src/fuzz/client/model/command.js";
import type { AskedOfClient, Subject } from "../../../src/fuzz/client/play/asked.js";
import type { ClientPlayed } from "../../../src/fuzz/client/play/played.js";
import { pairsIn, type Said, transcriptOf } from "./said.js";

/** What a conversation with a client showed that says all this; `about` says of each request, by its id, what it is about. */
export function clientPlayed(
  said: readonly Said[],
  {
    about = {},
    commands = [],
    ...more
  }: Partial<ClientPlayed> & {
    readonly about?: Readonly<Record<string, Subject>>;
    readonly commands?: readonly AgentCommand[];
  } = {},
): ClientPlayed {
  const transcript = transcriptOf(said, "c2a");
  const asked = pairsIn(transcript).flatMap(({ frame, reply }): AskedOfClient[] => {
    const { message } = frame;
    if (message.kind !== "request") return [];
    const subject = about[message.id.raw] ?? { what: "custom" as const };
    return [{ ...subject, method: message.method, frame, isWithdrawn: false, reply }];
  });
  return {
    trial: { commands },
    transcripts: [transcript],
    transcript,
    loss: undefined,
    silentMs: undefined,
    unanswered: [],
    asked,
    files: new Map(),
    leftRunning: [],
    memory: [],
    lastWords: "",
    ...more,
  };
}
