import type { Frame } from "../../wire/frame.js";
import { isJsonObject, type Json } from "../../wire/message.js";
import { aboutOfAgent } from "./model/command.js";
import type { AskedOfClient } from "./play/asked.js";
import type { ClientPlayed } from "./play/played.js";

/**
 * What a conversation went over: the commands, what was open beside what, and the classes of the responses, as
 * `edge session/request_permission beside fs/read_text_file` and `response fs/read_text_file error -32002`.
 */
export function groundOfClient(played: ClientPlayed): string[] {
  return [...played.trial.commands.map(aboutOfAgent), ...besides(played.asked), ...responsesOf(played)];
}

/**
 * The kinds of frames that the client sent: its methods, and its answers by their class. How many there are of a kind hangs
 * on moments, so that is not among it.
 */
export function kindsOfClient(played: ClientPlayed): string[] {
  const said = played.transcripts.flatMap((transcript) =>
    transcript
      .ofSubject()
      .flatMap(({ message }) => ("method" in message ? [`${message.kind} ${message.method}`] : [])),
  );
  return [...new Set([...said, ...responsesOf(played)])].sort();
}

function responsesOf({ asked }: ClientPlayed): string[] {
  return asked.map((one) => `response ${one.method} ${classOf(one)}`);
}

function classOf({ reply }: AskedOfClient): string {
  if (reply?.message.kind !== "response") return "none";
  const { result, error } = reply.message.value;
  if (isJsonObject(error)) return `error ${JSON.stringify(error["code"] ?? null)}`;
  return `result${outcomeOf(result)}`;
}

function outcomeOf(result: Json | undefined): string {
  const outcome =
    isJsonObject(result) && isJsonObject(result["outcome"]) ? result["outcome"]["outcome"] : undefined;
  return typeof outcome === "string" ? ` ${outcome.slice(0, 40)}` : "";
}

/** Which requests were open when another one was sent. */
function besides(asked: readonly AskedOfClient[]): string[] {
  return asked.flatMap((one) =>
    asked
      .filter(
        (other) =>
          isBefore(other.frame, one.frame) && (other.reply === undefined || isBefore(one.frame, other.reply)),
      )
      .map((other) => `edge ${one.method} beside ${other.method}`),
  );
}

function isBefore(left: Frame, right: Frame): boolean {
  return left.number < right.number;
}
