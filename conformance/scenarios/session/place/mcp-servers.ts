import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { JsonObject } from "../../../../src/wire/message.js";
import { isOffered, notOffered } from "../../steps/offered.js";
import { framesOf, member, shortly, told } from "../../steps/reply.js";
import { afterInitialize, cannotJudge, patiently, type Ready, sessionParams } from "../../steps/setup.js";
import { SHORT, take, text } from "../../steps/turn.js";
import { HttpRecorder } from "./http-recorder.js";
import { isConnected, McpRecorder, type Visit } from "./mcp-recorder.js";

const STDIO = "acp.v1.mcp.stdio-required";
const APPLIED = "acp.v1.mcp.stdio-args-env-applied";
const ALL = "acp.v1.mcp.connect-all";
const HEADERS = "acp.v1.mcp.http-headers-used";
const RECOMMENDED = "acp.v1.mcp.http-recommended";
const UNREACHABLE = "acp.v1.mcp.unreachable-server";
const INVALID = "acp.v1.mcp.invalid-entry";
const SSE = "acp.v1.mcp.sse-deprecated";
const TRACE = "acp.v1.ext.trace-propagation";

const NAMES = ["first", "second", "third"];
const ARGS = ["", "two words", "é—😀", "--flag=a b"];
const ENV = { ACP_ASSAY_MCP_PLAIN: "value", ACP_ASSAY_MCP_ODD: 'a=b "c" é' };
const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/**
 * A session with three MCP servers on stdio that tell the harness how they were started, and one on HTTP where that is
 * offered (docs/protocol/v1/session-setup.mdx, "MCP Servers"). Whether an agent connects at once or with the first prompt is
 * its own affair.
 */
export const mcpServers: AgentScenario = afterInitialize(
  "session/mcp-servers",
  [STDIO, APPLIED, ALL, HEADERS, RECOMMENDED, UNREACHABLE, INVALID, SSE, TRACE],
  async (stage, ready) => {
    const stdio = await McpRecorder.open();
    const http = await HttpRecorder.open();
    try {
      await judgeStdio(stage, ready, stdio);
      await judgeHttp(stage, ready, http);
      await recordBadEntries(stage, ready);
    } finally {
      stdio.close();
      http.close();
    }
  },
);

async function create(
  stage: AgentStage,
  { connection }: Ready,
  entries: readonly JsonObject[],
): Promise<Reply> {
  return await patiently(connection, "session/new", { ...sessionParams(stage), mcpServers: entries });
}

/** Takes a turn in a session that was created; false where none was. */
async function takeTurn(ready: Ready, created: Reply): Promise<boolean> {
  const sessionId = created.kind === "result" ? member(created.result, "sessionId") : undefined;
  if (typeof sessionId !== "string") return false;
  await take({ ...ready, sessionId }, text(SHORT), { _meta: { traceparent: TRACEPARENT } });
  return true;
}

async function judgeStdio(stage: AgentStage, ready: Ready, recorder: McpRecorder): Promise<void> {
  const entries = NAMES.map((name) => recorder.entry(name, ARGS, ENV));
  const created = await create(stage, ready, entries);
  if (!(await takeTurn(ready, created))) {
    await judgeRefusal(stage, ready, created);
    return;
  }
  const visits = await Promise.all(NAMES.map((name) => recorder.until(name, isConnected, stage.timeoutMs)));
  const missing = NAMES.filter((_, place) => visits[place] === undefined);
  const frames = framesOf(created);
  stage.expect(ALL, missing.length === 0, () => ({
    expected: "a connection to each of three MCP servers until the first turn has ended",
    actual: `none to ${missing.join(", ")}`,
    frames,
  }));
  const [started] = recorder.visits;
  if (started === undefined) {
    // It SHOULD connect, and MUST be able to: one that does not connect may still be able to.
    const reason = "the agent started no MCP server, so whether it could is not seen";
    cannotJudge(stage, [STDIO, APPLIED, TRACE], reason);
    return;
  }
  stage.expect(STDIO, missing.length < NAMES.length, () => ({
    expected: "MCP's initialize sent to a server that was started",
    actual: "no such message",
    frames,
  }));
  const odd = recorder.visits.find((visit) => !isAsGiven(visit));
  stage.expect(APPLIED, odd === undefined, () => ({
    expected: `args ${shortly([...ARGS])} and env ${shortly(ENV)}`,
    actual: `args ${shortly([...(odd?.args ?? [])])} and env ${shortly({ ...odd?.env })}`,
    frames,
  }));
  const isPassedOn = JSON.stringify(recorder.visits).includes(TRACEPARENT);
  stage.recorded(TRACE, `a prompt's traceparent is ${isPassedOn ? "" : "not "}passed on to MCP servers`);
}

function isAsGiven({ args, env }: Visit): boolean {
  const isSame = args.length === ARGS.length && args.every((argument, place) => argument === ARGS[place]);
  return isSame && Object.entries(ENV).every(([name, value]) => env[name] === value);
}

async function judgeRefusal(stage: AgentStage, ready: Ready, created: Reply): Promise<void> {
  const plain = await create(stage, ready, []);
  cannotJudge(stage, [APPLIED, ALL, TRACE], `session/new with MCP servers gave ${told(created)}`);
  if (created.kind !== "error" || plain.kind !== "result")
    stage.notTested(STDIO, `session/new gives ${told(created)}, and ${told(plain)} without them`);
  else {
    stage.violated(STDIO, {
      expected: "a session with MCP servers on stdio, as one without",
      actual: told(created),
      frames: framesOf(created),
    });
  }
}

async function judgeHttp(stage: AgentStage, ready: Ready, recorder: HttpRecorder): Promise<void> {
  const { initialize } = stage.facts;
  const isSse = isOffered(initialize, "mcpCapabilities.sse");
  stage.recorded(SSE, `mcpCapabilities.sse is ${isSse ? "" : "not "}offered`);
  if (!isOffered(initialize, "mcpCapabilities.http")) {
    stage.recorded(RECOMMENDED, "mcpCapabilities.http is not offered, which new agents should");
    notOffered(stage, [HEADERS], "mcpCapabilities.http");
    return;
  }
  stage.holds(RECOMMENDED);
  const created = await create(stage, ready, [recorder.entry("web", { "X-Acp-Assay": "token" })]);
  if (recorder.requests.length === 0) await takeTurn(ready, created);
  if (recorder.requests.length === 0) {
    stage.notTested(HEADERS, "the agent asked the MCP server on HTTP nothing");
    return;
  }
  const bare = recorder.requests.filter((headers) => headers["x-acp-assay"] !== "token");
  stage.expect(HEADERS, bare.length === 0, () => ({
    expected: "the configured header on every request to the MCP server",
    actual: `${bare.length} of ${recorder.requests.length} requests without it`,
    frames: framesOf(created),
  }));
}

async function recordBadEntries(stage: AgentStage, ready: Ready): Promise<void> {
  const command = "/acp-assay/no-such-server";
  const missing = await create(stage, ready, [{ name: "missing", command, args: [], env: [] }]);
  stage.recorded(UNREACHABLE, `an MCP server that cannot be started gives ${missing.kind}`);
  const broken = await ready.connection.wrongly(() => create(stage, ready, [{ name: "broken" }]));
  stage.recorded(INVALID, `an entry without command and url gives ${told(broken).slice(0, 120)}`);
}
