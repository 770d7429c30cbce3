import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import { type Answer, wrongAnswer } from "../../../src/driver/client-policy.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { newSession, plainAgent } from "../steps/agent.js";
import { option } from "../steps/option.js";
import { liveOn, requestsTo } from "../steps/turn.js";

const CATEGORY = "acp.v1.config.category-unknown";
const NOT_REQUIRED = "acp.v1.config.category-not-required";
const TYPE = "acp.v1.config.unknown-type-ignored";
const PREFER = "acp.v1.config.prefer-over-modes";
const FALLBACK = "acp.v1.config.modes-fallback";
const SET_MODE = "acp.v1.modes.set-without-modes";
const SET_OPTION = "acp.v1.config.set-without-options";

const MODES: JsonObject = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask" },
    { id: "code", name: "Code" },
  ],
};

/** Categories that are missing, custom, and from the future. */
const CATEGORIES = [
  option("plain"),
  option("own", { category: "_own" }),
  option("odd", { category: "future_cat" }),
];
/** A kind of option that no client of today knows. */
const SLIDER: JsonObject = { id: "slider", name: "Slider", type: "slider", currentValue: 5, min: 0, max: 10 };

/** Sessions with options and modes of every kind (docs/protocol/v1/session-config-options.mdx; session-modes.mdx). */
export const options: ClientScenario = {
  name: "session/options",
  judges: [CATEGORY, NOT_REQUIRED, TYPE, PREFER, FALLBACK, SET_MODE, SET_OPTION],
  async run(stage) {
    const both = await clientWith(stage, { modes: MODES, configOptions: CATEGORIES });
    const slider = await clientWith(
      stage,
      { configOptions: [option("plain", { category: "model" }), SLIDER] },
      wrongAnswer,
    );
    const modes = await clientWith(stage, { modes: MODES });
    const none = await clientWith(stage, {});
    const bare = await clientWith(stage, { configOptions: [option("plain"), option("bare")] });
    judgeTurn(stage, CATEGORY, both);
    judgeTurn(stage, NOT_REQUIRED, bare);
    judgeTurn(stage, TYPE, slider);
    judgePreference(stage, both, modes);
    noteUse(stage, SET_MODE, none, "session/set_mode");
    noteUse(stage, SET_OPTION, none, "session/set_config_option");
  },
};

async function clientWith(
  stage: ClientStage,
  setUp: JsonObject,
  mark: (answer: Answer) => Answer = (answer) => answer,
): Promise<ClientProcess> {
  const configOptions = setUp["configOptions"] ?? [];
  const client = await stage.start(() =>
    plainAgent({
      "session/new": () => mark(newSession(setUp)),
      "session/set_config_option": () => mark({ result: { configOptions } }),
    }),
  );
  await liveOn(stage, client);
  return client;
}

function judgeTurn(stage: ClientStage, id: string, client: ClientProcess): void {
  if (!stage.facts.prompts) return;
  const [prompt, last] = [seen(client, "session/prompt"), client.connections[0]?.transcript.frames.at(-1)];
  stage.expect(id, prompt !== undefined, () => ({
    expected: "a session that works, whatever stands beside the options that the client knows",
    actual: "no prompt in it",
    frames: [last],
  }));
}

/** A client that has options uses them instead of modes; one that has none goes by the modes. */
function judgePreference(stage: ClientStage, both: ClientProcess, modes: ClientProcess): void {
  const option = seen(both, "session/set_config_option");
  const mode = seen(both, "session/set_mode");
  if (option !== undefined) {
    stage.expect(PREFER, mode === undefined, () => ({
      expected: "session/set_config_option alone, since the agent gives options",
      actual: "session/set_mode as well",
      frames: [option, mode],
    }));
  }
  const fallback = seen(modes, "session/set_mode");
  if (fallback !== undefined) stage.holds(FALLBACK);
}

function noteUse(stage: ClientStage, id: string, client: ClientProcess, method: string): void {
  const used = seen(client, method);
  stage.recorded(id, used === undefined ? `no ${method} without a list` : `${method} without a list`);
}

function seen(
  client: ClientProcess,
  method: string,
): ReturnType<typeof requestsTo>[number]["frame"] | undefined {
  return client.connections.flatMap(requestsTo).find((call) => call.method === method)?.frame;
}
