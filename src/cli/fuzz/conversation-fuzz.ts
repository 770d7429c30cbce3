import { assembleReport } from "../../engine/report/assemble.js";
import type { Report } from "../../engine/report/report.js";
import { Fault } from "../../fault.js";
import { runConversationCampaign } from "../../fuzz/conversation/conversation-campaign.js";
import type { AnyCommand, Conversation, Game } from "../../fuzz/conversation/game.js";
import {
  playSavedConversations,
  type SavedConversation,
} from "../../fuzz/conversation/saved-conversations.js";
import type { Protocol } from "../../protocol/protocol.js";
import { keepFailures, runFacts } from "../run-facts.js";
import type { FuzzOptions } from "./bridge-fuzz.js";
import { conversationRows, type RowKinds } from "./conversation-rows.js";

/** What `fuzz` is asked to do with an agent or a client; how far it has come is told in the terms of sessions and frames. */
export type ConversationFuzzOptions = Omit<FuzzOptions, "toxics" | "promise">;

/** What is known of one subject before its campaign. */
export interface Contest<Command extends AnyCommand> {
  readonly game: Game<Command>;
  readonly trials: { readonly count: number; at(number: number): Conversation<Command> | undefined };
  readonly saved: readonly SavedConversation<Command>[];
  readonly rows: RowKinds;
  readonly protocol: Protocol;
  readonly startedAt: string;
  readonly subject: Omit<Report["subject"], "argv">;
  /** Why nothing of what matters could be asked. */
  readonly blockedBy?: string;
}

const SHRINK_MS = 30_000;

/** Plays the saved conversations and a campaign with a subject, and gives the report of what it got wrong. */
export async function fuzzConversations<Command extends AnyCommand>(
  contest: Contest<Command>,
  options: ConversationFuzzOptions,
): Promise<Report> {
  const { game, trials, saved, protocol } = contest;
  const { subject, registry, timeout, depth, signal, workers, shard, onSession } = options;
  const looking = { game, waitMs: timeout, signal, shrinkMs: SHRINK_MS };
  const known = await playSavedConversations(saved, looking);
  const result = await runConversationCampaign({
    ...looking,
    trials,
    shard,
    runs: options.runs ?? Number.POSITIVE_INFINITY,
    forMs: options.for,
    workers,
    known,
    ...(onSession === undefined
      ? {}
      : {
          onTrial: ({ conversations, frames, covered }, findings) =>
            onSession({ sessions: conversations, frames, covered }, findings.length),
        }),
  });
  const { statistics, scenarioHash, isGivenUp } = result;
  if (statistics.conversations === 0 && !signal.aborted)
    throw new Fault(
      "usage",
      "Nothing to fuzz: no conversation of this depth, shard and number of runs is left",
    );
  const found = { findings: [...known, ...result.findings], statistics };
  const checks = conversationRows(found, contest.rows, registry, (rows, playOf) =>
    keepFailures(rows, playOf, options),
  );
  const blockedBy = signal.aborted ? "interrupted" : (contest.blockedBy ?? result.blockedBy);
  return assembleReport({
    ...runFacts(options, contest.startedAt, protocol),
    subject: { argv: subject, ...contest.subject },
    checks,
    coverage: {
      depth,
      ...statistics,
      scenarioHash,
      givenUp: isGivenUp,
      saved: { played: saved.length, failed: known.length },
    },
    ...(blockedBy === undefined ? {} : { blockedBy }),
  });
}
