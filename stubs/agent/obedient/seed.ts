import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { Session } from "./session.js";

/** The session that every start of the agent knows, so that a fresh process has something to load. */
export const SEEDED_SESSION_ID = "seeded-session";

const SEEDED_TURNS: readonly SessionUpdate[] = [
  {
    sessionUpdate: "user_message_chunk",
    messageId: "seeded-user-1",
    content: { type: "text", text: "What is in the notes?" },
  },
  {
    sessionUpdate: "tool_call",
    toolCallId: "seeded-call-1",
    title: "Read the notes",
    kind: "read",
    status: "completed",
    locations: [{ path: "/notes.txt", line: 1 }],
    content: [{ type: "content", content: { type: "text", text: "Buy bread." } }],
  },
  {
    sessionUpdate: "agent_message_chunk",
    messageId: "seeded-agent-1",
    content: { type: "text", text: "The notes say: Buy bread." },
  },
  {
    sessionUpdate: "user_message_chunk",
    messageId: "seeded-user-2",
    content: { type: "text", text: "Thank you" },
  },
  {
    sessionUpdate: "agent_message_chunk",
    messageId: "seeded-agent-2",
    content: { type: "text", text: "You are welcome." },
  },
];

/** A fresh copy of the seeded session. */
export function seededSession(): Session {
  const session = new Session(SEEDED_SESSION_ID, "/", false, SEEDED_TURNS);
  session.prompts.push("What is in the notes?", "Thank you");
  return session;
}
