import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { AepEvent } from "../../src/observer/event/event.js";
import { launch } from "../bridge/editor.js";
import { behindTee, type TeeMode } from "../bridge/subject.js";
import { eventsIn, eventually } from "./told.js";

const TURNS = 3;

/** Tees that are started at the same moment; with `killAfterMs` all their processes are killed then (kill -9). */
export interface Round {
  readonly tees: number;
  readonly mode: TeeMode;
  readonly killAfterMs?: number;
  /** The time until the kill begins when a tee has told something. */
  readonly isToldFirst?: boolean;
}

/** What one tee told; one that was killed may have told nothing yet. */
export interface Restarted {
  readonly events: readonly AepEvent[];
  readonly isKilled: boolean;
}

/** Plays the rounds one after the other, all on the session "s" and on one state directory. */
export async function playRestarts(
  teardown: (stop: () => void) => unknown,
  folder: string,
  stateDir: string,
  rounds: readonly Round[],
): Promise<readonly Restarted[]> {
  const all: Restarted[] = [];
  for (const [number, round] of rounds.entries()) {
    const tees = Array.from({ length: round.tees }, async (_, tee) => {
      const file = join(folder, `${number}-${tee}.jsonl`);
      return await playTee(teardown, file, stateDir, round);
    });
    all.push(...(await Promise.all(tees)));
  }
  return all;
}

/** The agent is an echo: all that matters is that a client asks for turns. */
async function playTee(
  teardown: (stop: () => void) => unknown,
  file: string,
  stateDir: string,
  { mode, killAfterMs, isToldFirst = false }: Round,
): Promise<Restarted> {
  const options = [
    "--events",
    file,
    "--state-dir",
    stateDir,
    ...(mode === "parent" ? ["--drain", "9000"] : []),
  ];
  const argv = behindTee([...options, "cat"], mode);
  const editor = await launch(teardown, "pipes", argv, { detached: true });
  for (let id = 0; id < TURNS; id += 1) {
    editor.input.write(
      `${JSON.stringify({ id, method: "session/prompt", params: { sessionId: "s", prompt: [] } })}\n`,
    );
  }
  if (killAfterMs !== undefined) {
    const isOver = once(editor.child, "exit");
    const hasTold = (events: readonly AepEvent[]): boolean => !isToldFirst || events.length > 0;
    await eventually(() => eventsIn(file), hasTold);
    await delay(killAfterMs);
    // The group, so that the process beside an agent goes too.
    process.kill(-(editor.child.pid ?? 0), "SIGKILL");
    await isOver;
    return { events: eventsIn(file), isKilled: true };
  }
  editor.input.end();
  await editor.exit;
  const isOver = (events: readonly AepEvent[]): boolean =>
    events.filter(({ type }) => type === "run.failed").length === TURNS;
  return { events: await eventually(() => eventsIn(file), isOver), isKilled: false };
}

/** The names of all runs that began. */
export function runsOf(restarted: readonly Restarted[]): readonly (string | undefined)[] {
  const events = restarted.flatMap((tee) => tee.events);
  return events.filter(({ type }) => type === "run.started").map(({ run }) => run);
}
