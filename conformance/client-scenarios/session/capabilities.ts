import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Json, JsonObject } from "../../../src/wire/message.js";
import { items, member } from "../../scenarios/steps/reply.js";
import { EVERYTHING, initializeResult, plainAgent } from "../steps/agent.js";
import { type Arrived, liveOn, requestsTo } from "../steps/turn.js";

const OMITTED = "acp.v1.init.omitted-is-unsupported";
const NULL = "acp.v1.init.marker-null-equals-absent";
const COMBINATIONS = "acp.v1.init.all-combinations";
const UNKNOWN = "acp.v1.ext.capability-unknown-tolerated";

type Uses = (call: Arrived) => boolean;

/** What a client may send only to an agent that announces it, by requirement. */
const GATED: Readonly<Record<string, Uses>> = {
  "acp.v1.session.load-gated": calls("session/load"),
  "acp.v1.session.resume-gated": calls("session/resume"),
  "acp.v1.session.close-gated": calls("session/close"),
  "acp.v1.session.delete-gated": calls("session/delete"),
  "acp.v1.session.list-gated": calls("session/list"),
  "acp.v1.auth.logout-gated": calls("logout"),
  "acp.v1.dirs.gated": ({ params }) => member(params, "additionalDirectories") !== undefined,
  "acp.v1.mcp.http-gated": names("http"),
  "acp.v1.mcp.sse-gated": names("sse"),
};

/** Markers that say no in another way than by absence (docs/protocol/v1/initialization.mdx, "Capabilities"). */
const NOTHING: JsonObject = {
  loadSession: false,
  sessionCapabilities: { list: null, resume: null, close: null, delete: null, additionalDirectories: null },
  auth: { logout: null },
};

/** What no schema of today has. */
const FUTURE: JsonObject = {
  ...EVERYTHING,
  acpAssayFuture: { deep: [1] },
  _meta: { "acp-assay.example": true },
};

/**
 * The same client with an agent that announces everything, nothing, and nothing in so many words. Only one that uses a
 * thing when it may shows that it leaves it when it may not (docs/protocol/v1/initialization.mdx, "Capabilities").
 */
export const capabilities: ClientScenario = {
  name: "session/capabilities",
  judges: [...Object.keys(GATED), OMITTED, NULL, COMBINATIONS, UNKNOWN],
  async run(stage) {
    const full = await callsWith(stage, EVERYTHING);
    const bare = await callsWith(stage, {});
    const denied = await callsWith(stage, NOTHING);
    const future = await callsWith(stage, FUTURE);
    for (const [id, uses] of Object.entries(GATED)) judgeGate(stage, id, uses, [full, bare, denied]);
    const isUsing = Object.values(GATED).some((uses) => full.some(uses));
    judgeNone(stage, OMITTED, bare, isUsing);
    judgeNone(stage, NULL, denied, isUsing);
    if (!stage.facts.prompts) return;
    judgeTurn(stage, COMBINATIONS, [full, bare, denied]);
    if (prompts(full)) judgeTurn(stage, UNKNOWN, [future]);
    else stage.notTested(UNKNOWN, "the client begins no turn with an agent that announces all that it knows");
  },
};

async function callsWith(stage: ClientStage, offered: JsonObject): Promise<Arrived[]> {
  const client: ClientProcess = await stage.start(() =>
    plainAgent({ initialize: () => initializeResult(offered) }),
  );
  await liveOn(stage, client);
  const calls = client.connections.flatMap(requestsTo);
  await client.close();
  return calls;
}

function judgeGate(
  stage: ClientStage,
  id: string,
  uses: Uses,
  [full, ...others]: readonly [Arrived[], Arrived[], Arrived[]],
): void {
  const used = others.flatMap((calls) => calls.find(uses) ?? [])[0];
  if (used !== undefined) {
    stage.violated(id, {
      expected: "nothing that the agent does not announce",
      actual: used.method,
      frames: [used.frame],
    });
  } else if (full.some(uses)) stage.holds(id);
  else stage.notTested(id, "the client does not use it with an agent that announces it either");
}

function judgeNone(stage: ClientStage, id: string, calls: readonly Arrived[], isUsing: boolean): void {
  const used = calls.find((call) => Object.values(GATED).some((uses) => uses(call)));
  if (used === undefined && !isUsing) {
    stage.notTested(id, "the client uses nothing that an agent has to announce");
    return;
  }
  stage.expect(id, used === undefined, () => ({
    expected: "nothing that needs a capability, since the agent announces none",
    actual: used?.method ?? "",
    frames: [used?.frame],
  }));
}

/** A client that begins a turn with a plain agent begins one with these too. */
function judgeTurn(stage: ClientStage, id: string, runs: readonly (readonly Arrived[])[]): void {
  const silent = runs.find((calls) => !prompts(calls));
  stage.expect(id, silent === undefined, () => ({
    expected: "a turn, as with an agent that announces nothing",
    actual: `no prompt; last from the client: ${silent?.at(-1)?.method ?? "nothing"}`,
    frames: [silent?.at(-1)?.frame],
  }));
}

function prompts(calls: readonly Arrived[]): boolean {
  return calls.some(({ method }) => method === "session/prompt");
}

function calls(name: string): Uses {
  return ({ method }) => method === name;
}

function names(type: string): Uses {
  const isMeant = (server: Json): boolean => member(server, "type") === type;
  return ({ params }) => items(member(params, "mcpServers")).some(isMeant);
}
