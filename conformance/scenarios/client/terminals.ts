import type { AgentScenario } from "../../../src/engine/scenario.js";
import { ask } from "../steps/ask.js";
import { requestsAfter, servedBy } from "../steps/client.js";
import { BEFORE_RUN, judgeReport, REPORTED } from "./tool-evidence.js";

/**
 * A client with terminals: a command is run in one (docs/protocol/v1/terminals.mdx; passive checks judge the calls), and
 * the turn behind it shows whether the terminal was released by then.
 */
export const clientTerminals: AgentScenario = servedBy(
  { terminal: true },
  "client/terminals",
  [REPORTED, BEFORE_RUN],
  async (stage, session) => {
    const asked = await ask(stage, session, "terminal", { command: "printf assay-ready" });
    if (asked === undefined) return;
    const [work] = requestsAfter(session.connection, "terminal/create", asked.turn.request.number);
    judgeReport(stage, asked, work);
    if (work !== undefined) await ask(stage, session, "short");
  },
);
