import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { framesOf, items, member, told } from "../../scenarios/steps/reply.js";
import { EVERYTHING, initializeResult } from "../steps/agent.js";
import { inSandbox } from "../steps/sandbox.js";
import { type ClientTurn, inTurn, notApplicable, notTested, requestsTo } from "../steps/turn.js";

const ENFORCED = "acp.v1.dirs.fs-enforced";

/**
 * A client that gives its session more roots keeps its file methods within all of them
 * (docs/rfds/additional-directories.mdx, "Client responsibilities"). One that reads nothing at all shows nothing.
 */
export const fileRoots: ClientScenario = inTurn(
  "files/roots",
  [ENFORCED],
  async (stage, turn) => {
    const roots = rootsOf(turn);
    if (roots === undefined || !turn.can("fs", "readTextFile")) {
      return notApplicable(
        stage,
        [ENFORCED],
        "the client gives its session no more roots, or reads no files",
      );
    }
    const outside = await realpath(await mkdtemp(join(tmpdir(), "acp-assay-")));
    try {
      if (roots.some((root) => isWithin(outside, root))) {
        return notTested(stage, [ENFORCED], "there is no place outside of the session's roots");
      }
      const isReading = await readsInside(turn);
      if (!isReading) return notTested(stage, [ENFORCED], "the client reads no files below its roots");
      const path = join(outside, "note.txt");
      await writeFile(path, "outside");
      const reply = await turn.ask("fs/read_text_file", { path });
      stage.expect(ENFORCED, reply.kind !== "result", () => ({
        expected: `an error for a file outside of ${roots.join(", ")}`,
        actual: told(reply),
        frames: framesOf(reply),
      }));
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  },
  { initialize: () => initializeResult(EVERYTHING) },
);

/** The session's effective roots, where there are more than its directory. */
function rootsOf({ connection, cwd }: ClientTurn): string[] | undefined {
  const setUp = requestsTo(connection).findLast(
    ({ params }) => member(params, "additionalDirectories") !== undefined,
  );
  const more = items(member(setUp?.params, "additionalDirectories")).filter(
    (root) => typeof root === "string",
  );
  return cwd === undefined || more.length === 0 ? undefined : [cwd, ...more];
}

async function readsInside(turn: ClientTurn): Promise<boolean> {
  let isReading = false;
  await inSandbox(turn, async (folder) => {
    const path = join(folder, "note.txt");
    await writeFile(path, "inside");
    isReading = (await turn.ask("fs/read_text_file", { path })).kind === "result";
  });
  return isReading;
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return !(way.startsWith("..") || isAbsolute(way));
}
