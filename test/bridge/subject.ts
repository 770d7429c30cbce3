import { fileURLToPath } from "node:url";
import { PLAIN_NODE } from "../plain-node.js";

/** The built program, as it is shipped. */
const ACP_TEE: string = fileURLToPath(new URL("../../acp-tee.cjs", import.meta.url));

/** The agent's command line behind acp-tee. */
export function behindTee(agent: readonly string[]): readonly string[] {
  return [...PLAIN_NODE, ACP_TEE, ...agent];
}

/** An agent that is one line of POSIX shell. */
export function shell(script: string): readonly string[] {
  return ["sh", "-c", script];
}

/** An agent that is one of the programs in fixtures/. */
export function fixture(name: string, ...args: readonly string[]): readonly string[] {
  return [...PLAIN_NODE, fileURLToPath(new URL(`fixtures/${name}.js`, import.meta.url)), ...args];
}
