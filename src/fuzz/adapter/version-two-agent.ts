import type { Policy } from "../../driver/client-policy.js";

const INFO = { name: "acp-assay", version: "0" };
/** docs/protocol/v2/initialization.mdx, "Version Negotiation". */
const UNSUPPORTED_VERSION = -32022;

/** An agent that speaks version 2 and nothing else; a prompt is answered by whoever plays the turn. */
export const versionTwoAgent: Policy = {
  initialize: ({ protocolVersion }) =>
    typeof protocolVersion === "number" && protocolVersion >= 2
      ? { result: { protocolVersion: 2, info: INFO, capabilities: { session: {} } } }
      : { error: { code: UNSUPPORTED_VERSION, message: "This agent speaks version 2 alone" } },
  "session/new": () => ({ result: { sessionId: "acp-assay-session-1" } }),
  "session/list": () => ({ result: { sessions: [] } }),
  "session/close": () => ({ result: {} }),
  "session/prompt": () => "held",
};
