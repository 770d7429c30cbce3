import type { Frame } from "../../wire/frame.js";
import { logsTraffic, type News, newsIn, textOf, updateIn } from "./news.js";
import { lastWordsOf, type NoTurn, type Turn } from "./turn.js";
import { KNOWN_TEXT, NEW_TEXT, TOOL_NAME, type Unsayable } from "./turn-script.js";

/** What became of one thing on its way through an adapter. */
export type Sighting =
  /** Somebody was told, or there was nothing to lose. */
  | { readonly kind: "told"; readonly how: string }
  | { readonly kind: "silent"; readonly actual: string; readonly frames: readonly Frame[] }
  /** The documents leave open what was seen. */
  | { readonly kind: "unclear"; readonly reason: string }
  | { readonly kind: "not tested"; readonly reason: string };

/** Why a turn whose end is missing tells nothing. */
export const NOT_WHOLE = "what the agent says next, or the end of its turn, does not reach the client";

const SHOWN = 120;

/** Judges a turn in which the agent said something that version 1 has no words for, beside an ordinary turn. */
export function sightLoss(unsayable: Unsayable, turn: Turn | NoTurn, ordinary: Turn): Sighting {
  if (turn.kind === "no turn") return { kind: "not tested", reason: turn.reason };
  const moot = nothingToLose(unsayable, turn);
  if (moot !== undefined) return { kind: "told", how: moot };
  if (turn.end !== undefined) return { kind: "told", how: turn.end + lastWordsOf(turn.stderr) };
  const news = newsIn(turn, ordinary);
  const sign = signIn(news);
  if (sign !== undefined) return { kind: "told", how: sign };
  const [line] = news.stderr;
  if (line !== undefined && !logsTraffic(ordinary)) return { kind: "told", how: `stderr: ${short(line)}` };
  if (line !== undefined)
    return { kind: "unclear", reason: "stderr has more lines, but all of the traffic is logged there" };
  if (!turn.isWhole) return { kind: "not tested", reason: NOT_WHOLE };
  return news.toClient.length > 0 ? appended(turn, news) : silent("nothing about it anywhere", turn);
}

/** What cannot be lost because the client never had it. */
function nothingToLose({ loss }: Unsayable, { toClient }: Turn): string | undefined {
  const had = (text: string): boolean => toClient.some((frame) => frame.text.includes(text));
  if (loss === "tool-call-name-clear" && !had(TOOL_NAME)) return "the client is not told the tool's name";
  const isOfMessage = loss === "message-replacement" || loss === "message-clear";
  return isOfMessage && !had(KNOWN_TEXT) ? "the client is not told what is replaced or cleared" : undefined;
}

/** The first thing that somebody heard beside the replacing text itself. */
function signIn({ toClient, toAgent }: News): string | undefined {
  const atClient = toClient.find((frame) => !isNewText(frame));
  if (atClient !== undefined) return `to the client: ${short(atClient.text)}`;
  const [atAgent] = toAgent;
  return atAgent && `to the agent: ${short(atAgent.text)}`;
}

/** The replacing text came as a piece of text: of the same message that means that both are there. */
function appended(turn: Turn, news: News): Sighting {
  const before = turn.toClient.find((frame) => textIn(frame)?.includes(KNOWN_TEXT) === true);
  const message = before && updateIn(before)?.["messageId"];
  const isSame = news.toClient.every((frame) => updateIn(frame)?.["messageId"] === message);
  if (isSame && typeof message === "string")
    return silent("it is told to the client as more text of the same message", turn);
  return { kind: "unclear", reason: "the new text is told to the client beside the old one" };
}

function silent(actual: string, { said }: Turn): Sighting {
  return { kind: "silent", actual, frames: said };
}

function isNewText(frame: Frame): boolean {
  return textIn(frame)?.includes(NEW_TEXT) === true;
}

function textIn(frame: Frame): string | undefined {
  const update = updateIn(frame);
  return update && textOf(update);
}

function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
