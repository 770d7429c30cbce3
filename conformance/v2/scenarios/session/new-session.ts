import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { JsonObject } from "../../../../src/wire/message.js";
import { errorCode, framesOf, member, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge, type Ready } from "../../../scenarios/steps/setup.js";
import { offered, withSessions } from "../../steps/setup.js";

const OPTIONAL = "acp.v2.session.new-mcp-optional";
const NULL = "acp.v2.session.new-null-tolerated";
const STRICT = "acp.v2.session.new-strict-lists";
const TRANSPORT = "acp.v2.mcp.unsupported-transport";
const LISTS = "acp.v2.mcp.optional-lists";

const INVALID_PARAMS = -32602;

/** A command that ends at once and is no MCP server: whether a session with it is made is the agent's affair. */
const NO_SERVER = { name: "acp-assay", command: "/bin/true" };

/**
 * What session/new may leave out and what it may not hold (docs/protocol/v2/migration.mdx, "Consistent lifecycle requests";
 * schema NewSessionRequest and McpServer; docs/protocol/v2/session-setup.mdx, "Stdio Transport").
 */
export const newSession: AgentScenario = withSessions(
  "session/new",
  [OPTIONAL, NULL, STRICT, TRANSPORT, LISTS],
  async (stage, ready) => {
    const create = async (more: JsonObject): Promise<Reply> =>
      await ready.connection.request("session/new", { cwd: stage.cwd, ...more });
    const full = await create({ mcpServers: [] });
    if (!isMade(full)) {
      cannotJudge(stage, [OPTIONAL, NULL, STRICT, TRANSPORT, LISTS], `session/new gave ${told(full)}`);
      return;
    }
    expectMade(stage, OPTIONAL, await create({}), "a session without mcpServers, as with an empty list");
    const nulls = await ready.connection.wrongly(() => create({ mcpServers: null }));
    expectMade(stage, NULL, nulls, "a session where mcpServers is null, as where it is empty");
    const broken = await ready.connection.wrongly(() =>
      create({ mcpServers: [{ type: "http", name: "acp-assay" }] }),
    );
    stage.expect(STRICT, broken.kind === "error", () => ({
      expected: "an error for an HTTP server without url",
      actual: told(broken),
      frames: framesOf(broken),
    }));
    const stranger = await create({ mcpServers: [{ type: "_acp-assay.example/pigeon", name: "acp-assay" }] });
    stage.expect(TRANSPORT, errorCode(stranger) === INVALID_PARAMS, () => ({
      expected: `error ${INVALID_PARAMS} for a transport that nobody knows`,
      actual: told(stranger),
      frames: framesOf(stranger),
    }));
    await judgeLists(stage, ready, create);
  },
);

/** The same server with empty lists and with none: whatever comes of it, it is the same. */
async function judgeLists(
  stage: AgentStage,
  { initialize }: Ready,
  create: (more: JsonObject) => Promise<Reply>,
): Promise<void> {
  if (offered(initialize, "session.mcp.stdio") === undefined) {
    stage.notApplicable(LISTS, "the agent does not offer session.mcp.stdio");
    return;
  }
  const whole = await create({ mcpServers: [{ type: "stdio", ...NO_SERVER, args: [], env: [] }] });
  if (!isMade(whole)) {
    stage.notTested(LISTS, `a session with an MCP server that ends at once gives ${told(whole)}`);
    return;
  }
  const bare = await create({ mcpServers: [{ type: "stdio", ...NO_SERVER }] });
  expectMade(stage, LISTS, bare, "a session with a server without args and env, as with empty ones");
}

function isMade(reply: Reply): boolean {
  return reply.kind === "result" && typeof member(reply.result, "sessionId") === "string";
}

function expectMade(stage: AgentStage, id: string, reply: Reply, expected: string): void {
  stage.expect(id, isMade(reply), () => ({ expected, actual: told(reply), frames: framesOf(reply) }));
}
