import { once } from "node:events";
import { spawnPlain } from "../plain-node.js";
import { root } from "../root.js";

/** Starts processes at the same moment that claim epochs of one session as fast as they can; gives what each was given. */
export async function claimTogether(
  stateDir: string,
  processes: number,
  killAfterMs?: number,
): Promise<number[][]> {
  const children = Array.from({ length: processes }, () =>
    spawnPlain(
      [process.execPath, `${root}dist/test/observer/fixtures/claims-epochs.js`, stateDir, "20"],
      root,
    ),
  );
  if (killAfterMs !== undefined)
    setTimeout(() => {
      for (const child of children) child.kill("SIGKILL");
    }, killAfterMs);
  return await Promise.all(
    children.map(async (child) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      await once(child, "close");
      // A process that was killed may have been given one more that it could not tell.
      return text.split("\n").slice(0, -1).map(Number);
    }),
  );
}
