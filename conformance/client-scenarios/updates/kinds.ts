import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { told } from "../../scenarios/steps/reply.js";
import { unaskedResponses } from "../steps/responses.js";
import { type ClientTurn, inTurn } from "../steps/turn.js";
import { DECORATED, FUTURE, KNOWN } from "../steps/updates.js";

const NO_RESPONSE = "acp.v1.updates.no-response";
const META = "acp.v1.updates.meta-on-notification";
const META_EVERYWHERE = "acp.v1.ext.meta-everywhere";
const META_VALUES = "acp.v1.ext.meta-no-assumptions";
const UNKNOWN_KIND = "acp.v1.updates.client-unknown-kind";
const UNKNOWN_FIELDS = "acp.v1.jsonrpc.unknown-fields-tolerated";
const MEDIA = "acp.v1.content.prompt-caps-only-prompts";

/**
 * Every kind of update, with and without _meta and with things from the future: a client takes them in, answers none
 * and goes on (docs/protocol/v1/overview.mdx, "Notifications"; extensibility.mdx, "The _meta Field").
 */
export const kinds: ClientScenario = inTurn(
  "updates/kinds",
  [NO_RESPONSE, META, META_EVERYWHERE, META_VALUES, UNKNOWN_KIND, UNKNOWN_FIELDS, MEDIA],
  async (stage, turn) => {
    const known = await sendAll(turn, KNOWN);
    stage.recorded(MEDIA, `after updates of every kind: ${known.told}`);
    // A client that cannot even take these in says nothing about _meta.
    if (!known.isServing) return;
    const responses = unaskedResponses(turn.connection);
    stage.expect(NO_RESPONSE, responses.length === 0, () => ({
      expected: "no response to session/update",
      actual: `${responses.length} responses that no request asked for`,
      frames: [known.frames[0], ...responses.slice(0, 3)],
    }));
    await judgeMeta(stage, turn);
    const future = await turn.connection.wrongly(() => sendAll(turn, FUTURE.kinds));
    stage.recorded(UNKNOWN_KIND, `after updates of unknown kinds: ${future.told}`);
    const fields = await sendAll(turn, FUTURE.fields);
    stage.recorded(UNKNOWN_FIELDS, `after updates with unknown fields: ${fields.told}`);
  },
);

/** One level after the other: a client that is gone after the first says nothing about the next. */
async function judgeMeta(stage: ClientStage, turn: ClientTurn): Promise<void> {
  const [nested, values] = DECORATED;
  const onParams = turn.connection.notify("session/update", {
    sessionId: turn.sessionId,
    _meta: { "acp-assay.example/level": "params" },
    update: { sessionUpdate: "plan", entries: [], _meta: { "acp-assay.example/level": "update" } },
  });
  const barrier = await turn.connection.barrier();
  const levels = [
    [META, async () => ({ frames: [onParams], isServing: barrier.kind !== "silence", told: told(barrier) })],
    [META_EVERYWHERE, async () => await sendAll(turn, nested)],
    [META_VALUES, async () => await sendAll(turn, values)],
  ] as const;
  for (const [id, send] of levels) {
    const sent: Sent = await send();
    stage.expect(id, sent.isServing, () => ({
      expected: "updates with _meta taken in, and the next request answered",
      actual: sent.told,
      frames: [sent.frames[0]],
    }));
    if (!sent.isServing) return;
  }
}

interface Sent {
  readonly frames: readonly Frame[];
  readonly isServing: boolean;
  readonly told: string;
}

async function sendAll(turn: ClientTurn, updates: readonly JsonObject[]): Promise<Sent> {
  const frames = updates.map((update) => turn.update(update));
  const barrier = await turn.connection.barrier();
  return { frames, isServing: barrier.kind !== "silence", told: told(barrier) };
}
