import { refuseOwnFlaws } from "../../engine/own-frames.js";
import type { Registry } from "../../engine/registry.js";
import type { CheckResult } from "../../engine/report/report.js";
import { unlessAborted } from "../../engine/unless-aborted.js";
import { Fault } from "../../fault.js";
import { loadProtocol } from "../../protocol/load-protocol.js";
import type { JsonObject } from "../../wire/message.js";
import { ADAPTER_RULES, type Judged, lossRow, terminalRow, unpromised } from "./adapter-rows.js";
import type { AdapterProfile } from "./adapts.js";
import { type Sighting, sightLoss } from "./loss-sighting.js";
import { newsIn } from "./news.js";
import { sightTerminal } from "./terminal-sighting.js";
import { lastWordsOf, type NoTurn, playTurn, type Turn, type TurnOptions } from "./turn.js";
import { TERMINAL, UNSAYABLE, type Unsayable } from "./turn-script.js";

export interface AdapterCheckOptions extends TurnOptions {
  readonly profile: AdapterProfile;
  readonly registry: Registry;
  readonly isSelected: (id: string) => boolean;
  readonly workers: number;
  /** Aborted: no further turn begins, and one that was cut off is not judged. */
  readonly signal: AbortSignal;
  readonly onTurn?: (about: string) => void;
  /** Plays a turn; on fresh processes unless given. */
  readonly play?: Play;
}

/** Plays a turn in which an agent of version 2 says some updates. */
export type Play = (updates: readonly JsonObject[]) => Promise<Turn | NoTurn>;

/** Checks the two rules for adapters on one between a client of version 1 and an agent of version 2. */
export async function checkAdapter(options: AdapterCheckOptions): Promise<CheckResult[]> {
  const { registry, isSelected, profile } = options;
  const { terminal, loss } = ADAPTER_RULES;
  const isAsked = (id: string): boolean => isSelected(id) && profile.without[id] === undefined;
  const rows = [terminal, loss].flatMap((id) => {
    const reason = isSelected(id) ? profile.without[id] : undefined;
    return reason === undefined ? [] : [unpromised(registry.get(id), `not promised: ${reason}`)];
  });
  if (!isAsked(terminal) && !isAsked(loss)) return rows;
  const play = await turnPlayer(options);
  const ordinary = await ordinaryTurn(play);
  if (isAsked(terminal)) {
    options.onTurn?.(terminal);
    rows.push(terminalRow(registry.get(terminal), await judged(play, TERMINAL, sightTerminal)));
  }
  if (isAsked(loss)) rows.push(lossRow(registry.get(loss), await judgeLosses(play, ordinary, options)));
  return rows;
}

/** Plays turns, of which each is looked at for mistakes of the harness's own. */
async function turnPlayer(options: AdapterCheckOptions): Promise<Play> {
  const [versionOne, versionTwo] = await Promise.all([loadProtocol("v1"), loadProtocol("v2")]);
  const play = options.play ?? ((updates) => playTurn(updates, options));
  return async (updates) => {
    const turn = await unlessAborted(options.signal, () => play(updates));
    if (turn === undefined) return { kind: "no turn", reason: "interrupted" };
    if (turn.kind === "no turn") return turn;
    const [client, agent] = turn.transcripts;
    refuseOwnFlaws("adapter (client)", [client], versionOne);
    refuseOwnFlaws("adapter (agent)", [agent], versionTwo);
    return turn;
  };
}

/** A turn in which everything can be said in both versions: without it nothing can be told of an adapter. */
async function ordinaryTurn(play: Play): Promise<Turn> {
  const turn = await play([]);
  if (turn.kind === "no turn") throw new Fault("untestable", `Cannot test the adapter: ${turn.reason}`);
  if (turn.isWhole) return turn;
  const { end = "a text of the agent, or the end of its turn, does not reach the client", stderr } = turn;
  throw new Fault("untestable", `Cannot test the adapter: ${end}${lastWordsOf(stderr)}`);
}

/** What became of each thing that the profile does not declare as lost. */
async function judgeLosses(
  play: Play,
  ordinary: Turn,
  { profile, workers, onTurn }: AdapterCheckOptions,
): Promise<readonly Judged[]> {
  const { loses } = profile.adapts;
  const unsteady = await unsteadiness(play, ordinary);
  const look = async (unsayable: Unsayable): Promise<Judged> => {
    if (loses.includes(unsayable.loss)) return { unsayable, sighting: { kind: "declared" }, isFlaky: false };
    if (unsteady !== undefined) return { unsayable, sighting: unsteady, isFlaky: false };
    onTurn?.(unsayable.about);
    const sight = (turn: Turn | NoTurn): Sighting => sightLoss(unsayable, turn, ordinary);
    return { unsayable, ...(await judged(play, [unsayable.update], sight)) };
  };
  const rows: Judged[] = [];
  const queue = [...UNSAYABLE.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, unsayable] = next;
      rows[place] = await look(unsayable);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return rows;
}

/** Two ordinary turns have to be alike, or what is new in another one says nothing. */
async function unsteadiness(play: Play, ordinary: Turn): Promise<Sighting | undefined> {
  const again = await play([]);
  if (again.kind === "no turn") return { kind: "not tested", reason: again.reason };
  const { toClient, toAgent } = newsIn(again, ordinary);
  const [odd] = [...toClient, ...toAgent];
  return odd && { kind: "not tested", reason: `two ordinary turns already differ: ${odd.text}` };
}

/** Plays a turn; where something was lost in it, once more on fresh processes. */
async function judged(
  play: Play,
  updates: readonly JsonObject[],
  sight: (turn: Turn | NoTurn) => Sighting,
): Promise<Pick<Judged, "isFlaky"> & { readonly sighting: Sighting }> {
  const sighting = sight(await play(updates));
  if (sighting.kind !== "silent") return { sighting, isFlaky: false };
  const again = sight(await play(updates));
  return { sighting, isFlaky: again.kind !== "silent" };
}
