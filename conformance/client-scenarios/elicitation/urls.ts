import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import { HttpRecorder } from "../../scenarios/session/place/http-recorder.js";
import { at, framesOf, told } from "../../scenarios/steps/reply.js";
import { inTurn, notApplicable } from "../steps/turn.js";

const CONSENT = "acp.v1.elicitation.client-url-consent";

/**
 * A page that its user has not agreed to open is not fetched (docs/protocol/v1/elicitation.mdx, "URL security"). The page
 * is the harness's own. A client that accepts says that its user agreed, and may have opened it.
 */
export const urls: ClientScenario = inTurn("elicitation/urls", [CONSENT], async (stage, turn) => {
  if (!turn.can("elicitation", "url") || stage.protocol.id !== "v1") {
    return notApplicable(stage, [CONSENT], "the client does not announce elicitation.url");
  }
  const page = await HttpRecorder.open();
  try {
    const { url = "" } = page.entry("page", {});
    const reply = await turn.ask("elicitation/create", {
      mode: "url",
      message: "Visit a page",
      url,
      elicitationId: "acp-assay-page",
    });
    await turn.connection.barrier();
    if (reply.kind === "result" && at(reply.result, "action") === "accept") {
      stage.notTested(CONSENT, "the client said that its user agreed to open the page");
      return;
    }
    stage.expect(CONSENT, page.requests.length === 0, () => ({
      expected: "a page not asked for without consent",
      actual: `${page.requests.length} requests for it; the client's answer: ${told(reply)}`,
      frames: framesOf(reply),
    }));
  } finally {
    page.close();
  }
});
