import type { AgentScenario } from "../../../src/engine/scenario.js";
import { told } from "../steps/reply.js";
import { afterInitialize, inSession } from "../steps/setup.js";

const UNKNOWN = "acp.v1.session.unknown-id";
const CWD = "acp.v1.session.cwd-invalid";
const OPTIONAL = "acp.v1.jsonrpc.unadvertised-optional-method";

const NO_SESSION = "acp-assay-no-such-session";

/** Which error an unknown session or an unusable directory gives is not fixed in v1: written down. */
export const unknownIds: AgentScenario = afterInitialize(
  "session/unknown-ids",
  [UNKNOWN, CWD],
  async (stage, { connection }) => {
    const prompt = [{ type: "text", text: "Reply with one word." }];
    const prompted = await connection.request("session/prompt", { sessionId: NO_SESSION, prompt });
    const moded = await connection.request("session/set_mode", { sessionId: NO_SESSION, modeId: "none" });
    stage.recorded(UNKNOWN, `session/prompt gives ${told(prompted)}; session/set_mode gives ${told(moded)}`);

    const relative = await connection.request("session/new", { cwd: "relative/path", mcpServers: [] });
    const missing = await connection.request("session/new", { cwd: `${stage.cwd}/no-such`, mcpServers: [] });
    stage.recorded(CWD, `a relative cwd gives ${told(relative)}; a missing one gives ${told(missing)}`);
  },
);

/** What an agent answers to an optional method that it did not advertise is not fixed: written down. */
export const unadvertisedMethods: AgentScenario = inSession(
  "session/unadvertised-methods",
  [OPTIONAL],
  async (stage, { connection, initialize, sessionId }) => {
    const optional = [
      ["session/load", "loadSession", { sessionId, cwd: stage.cwd, mcpServers: [] }],
      ["session/list", "list", {}],
      ["session/resume", "resume", { sessionId, cwd: stage.cwd, mcpServers: [] }],
    ] as const;
    const offered = JSON.stringify(initialize["agentCapabilities"] ?? {});
    const notes: string[] = [];
    for (const [method, capability, params] of optional) {
      if (!new RegExp(`"${capability}":(?!false|null)`).test(offered)) {
        notes.push(`${method} gives ${told(await connection.request(method, params))}`);
      }
    }
    if (notes.length === 0) stage.vacuous(OPTIONAL, "the agent advertises every optional method asked here");
    else stage.recorded(OPTIONAL, notes.join("; "));
  },
);
