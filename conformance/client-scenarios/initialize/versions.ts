import type { ClientProcess } from "../../../src/driver/client/client-process.js";
import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { initializeResult, plainAgent } from "../steps/agent.js";
import { requestsTo } from "../steps/turn.js";

const UNSUPPORTED = "acp.v1.init.client-unsupported-version";
const LATEST = "acp.v1.init.latest-version";

/** The largest number that the schema's ProtocolVersion allows: no client speaks it. */
const UNKNOWN_VERSION = 65_535;

/**
 * Agents that answer initialize with another version than was asked for. A client that does not support it closes the
 * connection, and what it asks for is the latest that it supports (docs/protocol/v1/initialization.mdx, "Version
 * Negotiation").
 */
export const versions: ClientScenario = {
  name: "initialize/versions",
  judges: [UNSUPPORTED, LATEST],
  async run(stage) {
    const asked = stage.facts.initialize["protocolVersion"];
    const own = typeof asked === "number" && Number.isInteger(asked) ? asked : undefined;
    judgeUnknown(stage, await answerWith(stage, UNKNOWN_VERSION));
    if (own === undefined) return;
    if (own > 0) judgeOlder(stage, await answerWith(stage, own - 1));
    judgeNewer(stage, await answerWith(stage, own + 1), await answerWith(stage, own + 2));
  },
};

/** What a client does when it is told this version. */
interface Told {
  readonly version: number;
  /** The frame that tells it; absent where the client asked nothing. */
  readonly answer: Frame | undefined;
  /** It goes on with a session, or it has closed every connection; undefined when it did neither in time. */
  readonly reaction: Frame | "closed" | undefined;
}

async function answerWith(stage: ClientStage, version: number): Promise<Told> {
  const client = await stage.start(() =>
    plainAgent({ initialize: () => initializeResult({}, { protocolVersion: version }) }),
  );
  const reaction = await client.look(() => reactionOf(client), stage.timeoutMs * START_WAITS);
  const answer = client.connections[0]?.transcript.ofHarness()[0];
  await client.close();
  return { version, reaction, answer };
}

const START_WAITS = 2;

function reactionOf(client: ClientProcess): Frame | "closed" | undefined {
  const { connections } = client;
  const session = connections.flatMap(requestsTo).find(({ method }) => method.startsWith("session/"));
  if (session !== undefined) return session.frame;
  const isClosed = connections.length > 0 && connections.every(({ isOpen }) => !isOpen);
  return isClosed ? "closed" : undefined;
}

function judgeUnknown(stage: ClientStage, told: Told): void {
  if (told.answer === undefined) {
    stage.notTested(UNSUPPORTED, "the client did not send initialize");
    return;
  }
  expectClosed(stage, told);
}

/** It may support what is older: then it goes on. One that would open a session and does not has no use for the connection. */
function judgeOlder(stage: ClientStage, told: Told): void {
  const isGoingOn = told.reaction !== undefined && told.reaction !== "closed";
  if (told.answer === undefined || isGoingOn || !stage.facts.opensSession) return;
  expectClosed(stage, told);
}

/** One that tells versions apart and goes on with a later one than it asked for supports that, and should have asked for it. */
function judgeNewer(stage: ClientStage, { version, answer, reaction }: Told, next: Told): void {
  if (answer === undefined || next.reaction !== "closed" || reaction === undefined) {
    stage.notTested(LATEST, "the client does not close the connection at a version that it did not ask for");
    return;
  }
  stage.expect(LATEST, reaction === "closed", () => ({
    expected: `protocolVersion ${version} in initialize, since the client goes on with an agent that speaks it`,
    actual: `protocolVersion ${version - 1}`,
    frames: [answer, reaction === "closed" ? undefined : reaction],
  }));
}

function expectClosed(stage: ClientStage, { version, answer, reaction }: Told): void {
  stage.expect(UNSUPPORTED, reaction === "closed", () => ({
    expected: `the connection closed, since the agent speaks version ${version}`,
    actual:
      reaction === undefined || reaction === "closed"
        ? `the connection is still open after ${stage.timeoutMs} ms`
        : "the client goes on",
    frames: [answer, reaction === "closed" ? undefined : reaction],
  }));
}
