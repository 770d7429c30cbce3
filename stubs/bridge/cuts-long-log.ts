import type { Buffer } from "node:buffer";
import { writeSync } from "node:fs";
import { type Agent, startAgent } from "./agent.js";
import { runBridge } from "./relay.js";

// Keeps only the first 64 KiB of what the agent logs.
const MOST_BYTES = 65_536;

runBridge({ launch: withShortLog });

function withShortLog(command: readonly string[]): Agent {
  const agent = startAgent(command, { stdio: ["pipe", "pipe", "pipe"] });
  let left = MOST_BYTES;
  agent.process.stderr?.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, left);
    left -= kept.length;
    for (let at = 0; at < kept.length; ) at += writeSync(2, kept, at);
  });
  return agent;
}
