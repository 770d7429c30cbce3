import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { initializeResult, plainAgent } from "../steps/agent.js";
import { requestsTo } from "../steps/turn.js";

const UNSUPPORTED = "acp.v1.init.client-unsupported-version";

/** The largest number that the schema's ProtocolVersion allows: no client speaks it. */
const UNKNOWN_VERSION = 65_535;

/**
 * A client that does not support the version which the agent answers with closes the connection
 * (docs/protocol/v1/initialization.mdx, "Version Negotiation").
 */
export const versions: ClientScenario = {
  name: "initialize/versions",
  judges: [UNSUPPORTED],
  async run(stage) {
    const client = await stage.start(() =>
      plainAgent({ initialize: () => initializeResult({}, { protocolVersion: UNKNOWN_VERSION }) }),
    );
    const reaction = await client.look(() => reactionOf(client), stage.timeoutMs * START_WAITS);
    judge(stage, client, reaction);
  },
};

const START_WAITS = 2;

/** It goes on with a session, or it has closed every connection. */
function reactionOf(client: ClientProcess): Frame | "closed" | undefined {
  const { connections } = client;
  const session = connections.flatMap(requestsTo).find(({ method }) => method.startsWith("session/"));
  if (session !== undefined) return session.frame;
  const isClosed = connections.length > 0 && connections.every(({ isOpen }) => !isOpen);
  return isClosed ? "closed" : undefined;
}

function judge(stage: ClientStage, client: ClientProcess, reaction: Frame | "closed" | undefined): void {
  const answer = client.connections[0]?.transcript.ofHarness()[0];
  if (answer === undefined) {
    stage.notTested(UNSUPPORTED, "the client did not send initialize");
    return;
  }
  stage.expect(UNSUPPORTED, reaction === "closed", () => ({
    expected: `the connection closed, since the agent speaks version ${UNKNOWN_VERSION}`,
    actual:
      reaction === undefined || reaction === "closed"
        ? `the connection is still open after ${stage.timeoutMs} ms`
        : "the client goes on",
    frames: [answer, reaction === "closed" ? undefined : reaction],
  }));
}
