import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { member, shortly } from "../../scenarios/steps/reply.js";
import { newSession, plainAgent } from "../steps/agent.js";
import { option } from "../steps/option.js";
import { type Arrived, liveOn, requestsTo } from "../steps/turn.js";

const REPLACES = "acp.v1.config.client-replaces";

const OPTIONS: readonly JsonObject[] = ["first", "second", "third"].map((id) => option(id));

/**
 * An agent that takes every other option away when one is set: each list is the whole state, so what is gone cannot be
 * set any more (docs/protocol/v1/session-config-options.mdx, "From the Agent"). Only a client that sets several options of
 * a list that stays shows that it leaves them.
 */
export const optionLists: ClientScenario = {
  name: "session/option-lists",
  judges: [REPLACES],
  async run(stage) {
    const usual = await setsWith(stage, () => OPTIONS);
    const shrinking = await setsWith(stage, (configId) => OPTIONS.filter(({ id }) => id === configId));
    const { first, sets, readAt } = shrinking;
    if (first === undefined || readAt === undefined) {
      stage.notTested(REPLACES, "the client sets no option by itself");
      return;
    }
    const stale = sets.find(
      ({ frame, params }) => frame.number > readAt && member(params, "configId") !== first,
    );
    if (stale === undefined && new Set(usual.sets.map(idOf)).size < 2) {
      stage.notTested(REPLACES, "the client sets no second option by itself");
      return;
    }
    stage.expect(REPLACES, stale === undefined, () => ({
      expected: `nothing set but ${shortly(first)}, the only option in the last list`,
      actual: `${shortly(idOf(stale))} is set`,
      frames: [sets[0]?.frame, shrinking.list, stale?.frame],
    }));
  },
};

interface Sets {
  /** The option that was set first. */
  readonly first: Json | undefined;
  /** The update with the list that followed. */
  readonly list: Frame | undefined;
  /** The number of the frame by which the client has certainly read that. */
  readonly readAt: number | undefined;
  readonly sets: readonly Arrived[];
}

/** What a client sets with an agent that makes this list of its options when the first one is set. */
async function setsWith(
  stage: ClientStage,
  listAfter: (configId: Json) => readonly JsonObject[],
): Promise<Sets> {
  let first: Json | undefined;
  let list: Frame | undefined;
  let readAt: number | undefined;
  const client = await stage.start((start) =>
    plainAgent({
      "session/new": () => newSession({ configOptions: OPTIONS }),
      "session/set_config_option": async ({ configId = null, sessionId = null }) => {
        const connection = client.connections[start];
        const configOptions = listAfter(first ?? configId);
        if (first === undefined && connection !== undefined) {
          first = configId;
          const update = { sessionUpdate: "config_option_update", configOptions };
          list = connection.notify("session/update", { sessionId, update });
          const barrier = await connection.barrier();
          if (barrier.kind !== "silence") readAt = barrier.frame.number;
        }
        return { result: { configOptions } };
      },
    }),
  );
  await liveOn(stage, client);
  const calls = client.connections.flatMap(requestsTo);
  await client.close();
  return { first, list, readAt, sets: calls.filter(({ method }) => method === "session/set_config_option") };
}

function idOf(call: Arrived | undefined): Json | undefined {
  return member(call?.params, "configId");
}
