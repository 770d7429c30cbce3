import { AgentConnection, type Reply } from "../driver/agent-connection.js";
import { Fault } from "../fault.js";
import { isJsonObject, type Json } from "../wire/message.js";
import { GREETINGS } from "./greeting.js";
import { lastWords } from "./last-words.js";
import type { AgentFacts } from "./scenario.js";

export interface ProbeOptions {
  readonly argv: readonly string[];
  readonly protocolVersion: 1 | 2;
  readonly timeoutMs: number;
  /** The auth method to log in with where a session is refused for want of a login. */
  readonly methodId?: string;
}

/** One handshake with an agent, before any scenario: whoever does not answer it cannot be tested. */
export interface Handshake {
  readonly facts: AgentFacts;
  /** Lines before the answer that are no message: noise that scenarios will judge. */
  readonly noiseLines: readonly string[];
  /** `session/new` was refused because nobody is logged in (error -32000). */
  readonly wantsLogin: boolean;
  readonly sessionNew: Json;
  /** Why session/new got no answer, when it got none. */
  readonly sessionSilence: string | undefined;
}

/** JSON-RPC error code -32000, "Authentication required" (schema definition ErrorCode). */
const AUTHENTICATION_REQUIRED = -32000;

/** Starts the agent once, initializes it and asks for a session. Throws a Fault `untestable` that says why it cannot. */
export async function shakeHands(options: ProbeOptions): Promise<Handshake> {
  const { argv, protocolVersion, timeoutMs } = options;
  const greeting = GREETINGS[protocolVersion];
  const agent = await AgentConnection.open({ argv, timeoutMs });
  try {
    const reply = await agent.request("initialize", greeting.initialize());
    const noiseLines = agent.transcript
      .of("a2c")
      .filter(({ message }) => message.kind === "malformed")
      .map(({ text }) => text);
    if (reply.kind === "silence") throw untestable(agent, reply.reason, noiseLines);
    if (reply.kind === "error") {
      throw new Fault(
        "untestable",
        `Cannot test the agent: it answered initialize with an error: ${JSON.stringify(reply.error)}`,
      );
    }
    const version = member(reply.result, "protocolVersion");
    if (Number.isInteger(version) && version !== protocolVersion && !(await offers(options))) {
      throw new Fault(
        "untestable",
        `Cannot test the agent: it speaks version ${JSON.stringify(version)} of the protocol, not ${protocolVersion}`,
      );
    }
    const initialize = isJsonObject(reply.result) ? reply.result : {};
    if (!greeting.offersSessions(initialize)) {
      return {
        facts: { initialize },
        noiseLines,
        wantsLogin: false,
        sessionNew: null,
        sessionSilence: undefined,
      };
    }
    const first = await newSession(agent);
    const needsLogin = isForWantOfLogin(first);
    const session =
      needsLogin && options.methodId !== undefined
        ? await logIn(agent, greeting.loginMethod, options.methodId)
        : first;
    return {
      facts: { initialize, needsLogin },
      noiseLines,
      wantsLogin: isForWantOfLogin(session),
      sessionSilence: session.kind === "silence" ? session.reason : undefined,
      sessionNew:
        session.kind === "result" ? session.result : session.kind === "error" ? session.error : null,
    };
  } finally {
    await agent.close();
  }
}

async function newSession(agent: AgentConnection): Promise<Reply> {
  return await agent.request("session/new", { cwd: process.cwd(), mcpServers: [] });
}

function isForWantOfLogin(reply: Reply): boolean {
  return reply.kind === "error" && reply.error["code"] === AUTHENTICATION_REQUIRED;
}

async function logIn(agent: AgentConnection, loginMethod: string, methodId: string): Promise<Reply> {
  await agent.request(loginMethod, { methodId });
  return await newSession(agent);
}

/** Does the agent offer the version to a client that asks for one that no agent speaks? Then it speaks it. */
async function offers({ argv, protocolVersion, timeoutMs }: ProbeOptions): Promise<boolean> {
  const agent = await AgentConnection.open({ argv, timeoutMs });
  try {
    const reply = await agent.request("initialize", GREETINGS[protocolVersion].initialize({}, 65_535));
    return reply.kind === "result" && member(reply.result, "protocolVersion") === protocolVersion;
  } finally {
    await agent.close();
  }
}

function member(value: Json, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function untestable(agent: AgentConnection, reason: string, noise: readonly string[]): Fault {
  const [firstNoise] = noise;
  const heard =
    firstNoise === undefined
      ? ""
      : `; it printed ${noise.length} ${noise.length === 1 ? "line that is no message" : "lines that are no messages"}, first ${JSON.stringify(firstNoise.slice(0, 120))}`;
  const lastWord = lastWords(agent.subject.stderrTail);
  const stderr = lastWord === "" ? "" : `; last on stderr: ${lastWord.slice(0, 200)}`;
  return new Fault("untestable", `Cannot test the agent: initialize: ${reason}${heard}${stderr}`);
}
