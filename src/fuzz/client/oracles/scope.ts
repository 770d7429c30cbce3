import { isJsonObject, type Json } from "../../../wire/message.js";
import type { Sighting } from "../../conversation/sighting.js";
import { type AskedOfClient, isGranted, resultOf } from "../play/asked.js";
import { marksIn } from "../play/forms.js";
import type { ClientPlayed } from "../play/played.js";

export const ANSWER_SCOPE = "client.fuzz.answer-scope";
export const RELEASED_COMMANDS = "client.fuzz.released-commands-end";

/** Answers that belong to another request: an option, a file or an output that was not asked about here. */
export function scopeSightings({ asked, files }: ClientPlayed): Sighting[] {
  return asked.flatMap((one): Sighting[] => {
    const foreign = foreignIn(one, asked) ?? foreignFile(one, asked, files);
    if (foreign === undefined) return [];
    const { other, what } = foreign;
    const frames = [one, other].flatMap(({ frame, reply }) =>
      reply === undefined ? [frame] : [frame, reply],
    );
    return [
      {
        checkId: ANSWER_SCOPE,
        family: `another's answer ${one.method}`,
        expected: `an answer to this ${one.method}`,
        actual: what,
        frames,
      },
    ];
  });
}

/** The command of a terminal that was released, and that still runs (docs/protocol/v1/terminals.mdx, "Releasing Terminals"). */
export function releaseSightings({ leftRunning }: ClientPlayed): Sighting[] {
  return leftRunning.map(({ frame, reply }) => ({
    checkId: RELEASED_COMMANDS,
    family: "left running",
    expected: "the command ended with its terminal",
    actual: "it still runs",
    frames: reply === undefined ? [frame] : [frame, reply],
  }));
}

interface Foreign {
  readonly other: AskedOfClient;
  readonly what: string;
}

function foreignIn(one: AskedOfClient, asked: readonly AskedOfClient[]): Foreign | undefined {
  const result = resultOf(one);
  if (result === undefined) return undefined;
  const optionId = isJsonObject(result["outcome"]) ? result["outcome"]["optionId"] : undefined;
  if (one.method === "session/request_permission" && typeof optionId === "string") {
    const other = asked.find((each) => each !== one && optionsOf(each).includes(optionId));
    return other && { other, what: `option ${JSON.stringify(optionId)} of another request` };
  }
  const text = result["content"] ?? result["output"];
  const { mark } = one;
  if (mark === undefined || typeof text !== "string") return undefined;
  const marks = [...marksIn(text)].filter((each) => each !== mark);
  const other = asked.find((each) => each.mark !== undefined && marks.includes(each.mark));
  return other && { other, what: "what another request asked for" };
}

/** A file whose last content is that of a request for another file. */
function foreignFile(
  { path, frame }: AskedOfClient,
  asked: readonly AskedOfClient[],
  files: ReadonlyMap<string, string>,
): Foreign | undefined {
  if (path === undefined) return undefined;
  // One row a file: the last of the requests that wrote it.
  if (asked.some((each) => each.path === path && each.frame.number > frame.number)) return undefined;
  const content = files.get(path);
  const other = asked.find(
    (each) => each.path !== undefined && each.path !== path && each.mark === content && isGranted(each),
  );
  return other && { other, what: "the content of a request for another file" };
}

function optionsOf({ method, frame: { message } }: AskedOfClient): (Json | undefined)[] {
  if (method !== "session/request_permission" || message.kind !== "request") return [];
  const options = isJsonObject(message.params) ? message.params["options"] : undefined;
  const items: readonly Json[] = Array.isArray(options) ? options : [];
  return items.map((option) => (isJsonObject(option) ? option["optionId"] : undefined));
}
