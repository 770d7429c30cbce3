import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { onEach } from "../steps/passive.js";
import { replayedIn } from "../steps/replays.js";
import { at, shortly } from "../steps/reply.js";
import { type Update, updatesIn } from "../steps/turn.js";

/** What usage updates say (docs/protocol/v1/prompt-turn.mdx, "Session Usage Updates"; schema UsageUpdate and Cost). */
export const usageChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.usage.currency", currencies, ({ currency, frame }) =>
    /^[A-Z]{3}$/.test(currency)
      ? undefined
      : { expected: "an ISO 4217 code", actual: shortly(currency), frames: [frame] },
  ),
  onEach("acp.v1.usage.cumulative", costs, ({ amount, before, frame }) =>
    before !== undefined && amount < before.amount
      ? {
          expected: `a cost of at least ${before.amount}, since it is that of the session so far`,
          actual: String(amount),
          frames: [before.frame, frame],
        }
      : undefined,
  ),
  onEach("acp.v1.usage.meaningful-size", usages, ({ frame, update }) =>
    update["size"] === 0
      ? { expected: "no usage update without a meaningful context size", actual: "size 0", frames: [frame] }
      : undefined,
  ),
];

function usages(transcript: Transcript): Update[] {
  return updatesIn(transcript).filter(({ kind }) => kind === "usage_update");
}

function currencies(transcript: Transcript): { currency: string; frame: Frame }[] {
  return usages(transcript).flatMap(({ frame, update }) => {
    const currency = at(update, "cost", "currency");
    return typeof currency === "string" ? [{ currency, frame }] : [];
  });
}

interface Cost {
  readonly amount: number;
  readonly frame: Frame;
}

function costs(transcript: Transcript): (Cost & { before: Cost | undefined })[] {
  const last = new Map<string, Cost>();
  const isReplayed = replayedIn(transcript);
  return usages(transcript).flatMap(({ frame, update, sessionId }) => {
    if (isReplayed(frame)) return [];
    const amount: Json | undefined = at(update, "cost", "amount");
    if (typeof amount !== "number") return [];
    const key = JSON.stringify([sessionId, at(update, "cost", "currency")]);
    const before = last.get(key);
    last.set(key, { amount, frame });
    return [{ amount, frame, before }];
  });
}
