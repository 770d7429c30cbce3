import type { AgentScenario } from "../../../src/engine/scenario.js";
import { at, told } from "../steps/reply.js";
import { inSession } from "../steps/setup.js";
import { begin, briefly, cancel, SHORT, text } from "../steps/turn.js";
import { contentKinds } from "./content.js";

const UNADVERTISED = "acp.v1.prompt.unadvertised-content";
const UNKNOWN = "acp.v1.prompt.unknown-content-type";
const EMPTY = "acp.v1.prompt.empty-array";
const CONCURRENT = "acp.v1.prompt.concurrent-same-session";

/** Prompts whose meaning v1 leaves open: what comes back is written down. */
export const oddPrompts: AgentScenario = inSession(
  "prompt-turn/odd-prompts",
  [UNADVERTISED, UNKNOWN, EMPTY, CONCURRENT],
  async (stage, session) => {
    const unadvertised = contentKinds(stage.cwd).find(
      ({ capability }) =>
        capability !== undefined &&
        at(session.initialize, "agentCapabilities", "promptCapabilities", capability) !== true,
    );
    if (unadvertised === undefined)
      stage.notApplicable(UNADVERTISED, "the agent advertises every kind of content");
    else {
      const blocks = [...text(SHORT), ...unadvertised.blocks];
      stage.recorded(
        UNADVERTISED,
        `${unadvertised.capability} gives ${told(await briefly(session, blocks))}`,
      );
    }
    const unknown = await session.connection.wrongly(() => briefly(session, [{ type: "acp_assay" }]));
    stage.recorded(UNKNOWN, `a block of unknown type gives ${told(unknown)}`);
    stage.recorded(EMPTY, `an empty prompt gives ${told(await briefly(session, []))}`);

    const turns = [begin(session, text(SHORT)), begin(session, text(SHORT))];
    await session.connection.barrier();
    cancel(session);
    const replies = await Promise.all(turns.map(({ reply }) => reply));
    stage.recorded(CONCURRENT, `two prompts at once give ${replies.map(told).join(" and ")}`);
  },
);
