import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentScenario } from "../../../src/engine/scenario.js";
import { ask } from "../steps/ask.js";
import { openServed, requestsAfter } from "../steps/client.js";

const INDEPENDENT = "acp.v1.fs.flags-independent";

/**
 * A client that only reads is asked to read and never to write, and one that only writes the other way round
 * (docs/protocol/v1/file-system.mdx, "Checking Support"). An agent that never uses a client's files shows nothing.
 */
export const oneFlag: AgentScenario = {
  name: "client/one-flag",
  judges: [INDEPENDENT],
  async run(stage) {
    const path = join(stage.cwd, "notes.txt");
    writeFileSync(path, "alpha bravo\n");
    const reader = await openServed(stage, { readTextFile: true });
    if ("reason" in reader) {
      stage.notTested(INDEPENDENT, reader.reason);
      return;
    }
    await ask(stage, reader, "readFile", { path });
    if (requestsAfter(reader.connection, "fs/read_text_file").length === 0) {
      stage.notTested(INDEPENDENT, "the agent does not read through the client");
      return;
    }
    await ask(stage, reader, "writeFile", { path: join(stage.cwd, "written.txt") });
    const writer = await openServed(stage, { writeTextFile: true });
    if (!("reason" in writer)) await ask(stage, writer, "readFile", { path });
    const unserved = [
      ...requestsAfter(reader.connection, "fs/write_text_file"),
      ...requestsAfter(writer.connection, "fs/read_text_file"),
    ];
    stage.expect(INDEPENDENT, unserved.length === 0, () => ({
      expected: "only the one of the two methods that the client offers",
      actual: `${unserved.length} calls of the other one`,
      frames: unserved.slice(0, 2),
    }));
  },
};
