import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import { at, told } from "../steps/reply.js";
import { inSession, type Session } from "../steps/setup.js";

const UNKNOWN = "acp.v1.session.unknown-id";
const CWD = "acp.v1.session.cwd-invalid";
const OPTIONAL = "acp.v1.jsonrpc.unadvertised-optional-method";

const NO_SESSION = "acp-assay-no-such-session";

/** Which error an unknown session, an unusable directory or an optional method that was not advertised gives is not fixed in v1. */
export const unknownIds: AgentScenario = inSession(
  "session/unknown-ids",
  [UNKNOWN, CWD, OPTIONAL],
  async (stage, session) => {
    const { connection } = session;
    const prompt = [{ type: "text", text: "Reply with one word." }];
    const prompted = await connection.request("session/prompt", { sessionId: NO_SESSION, prompt });
    const moded = await connection.request("session/set_mode", { sessionId: NO_SESSION, modeId: "none" });
    stage.recorded(UNKNOWN, `session/prompt gives ${told(prompted)}; session/set_mode gives ${told(moded)}`);

    const relative = await connection.request("session/new", { cwd: "relative/path", mcpServers: [] });
    const missing = await connection.request("session/new", { cwd: `${stage.cwd}/no-such`, mcpServers: [] });
    stage.recorded(CWD, `a relative cwd gives ${told(relative)}; a missing one gives ${told(missing)}`);
    await recordUnadvertised(stage, session);
  },
);

async function recordUnadvertised(
  stage: AgentStage,
  { connection, initialize, sessionId }: Session,
): Promise<void> {
  const capabilities = initialize["agentCapabilities"];
  const optional = [
    ["session/load", at(capabilities, "loadSession"), { sessionId, cwd: stage.cwd, mcpServers: [] }],
    ["session/list", at(capabilities, "sessionCapabilities", "list"), {}],
    ["session/resume", at(capabilities, "sessionCapabilities", "resume"), { sessionId, cwd: stage.cwd }],
  ] as const;
  const notes: string[] = [];
  for (const [method, capability = false, params] of optional) {
    const isOffered = capability !== false && capability !== null;
    if (!isOffered) notes.push(`${method} gives ${told(await connection.request(method, params))}`);
  }
  if (notes.length === 0) stage.vacuous(OPTIONAL, "the agent advertises every optional method asked here");
  else stage.recorded(OPTIONAL, notes.join("; "));
}
