import { fileURLToPath } from "node:url";

/** The built program, as it is shipped. */
export const ACP_TEE: string = fileURLToPath(new URL("../../acp-tee.cjs", import.meta.url));

/** How acp-tee runs an agent: it becomes it, or starts it as a child. */
export type TeeMode = "front" | "parent";

export const TEE_MODES: readonly TeeMode[] = ["front", "parent"];

/** The agent's command line behind acp-tee; what Node itself is given to run is a parent. */
export function behindTee(
  agent: readonly string[],
  mode: TeeMode = "front",
  program: string = ACP_TEE,
): readonly string[] {
  return mode === "front" ? [program, ...agent] : [process.execPath, program, ...agent];
}

/** An agent that is one line of POSIX shell. */
export function shell(script: string): readonly string[] {
  return ["sh", "-c", script];
}

/** An agent that is one of the programs in fixtures/. */
export function fixture(name: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, fileURLToPath(new URL(`fixtures/${name}.js`, import.meta.url)), ...args];
}
