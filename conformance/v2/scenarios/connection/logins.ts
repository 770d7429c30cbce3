import { METHOD_NOT_FOUND } from "../../../../src/driver/client-policy.js";
import type { AgentScenario } from "../../../../src/engine/scenario.js";
import { errorCode, framesOf, items, told } from "../../../scenarios/steps/reply.js";
import { cannotJudge, greet } from "../../../scenarios/steps/setup.js";
import { introduction } from "../../steps/setup.js";

const SURFACE = "acp.v2.auth.surface";
const ENVIRONMENT = "acp.v2.auth.terminal-env-list";

/**
 * An agent with auth methods serves auth/login and auth/logout (docs/protocol/v2/authentication.mdx, "Advertising
 * Authentication"). A login with a method that nobody knows hurts nobody; a logout takes away the user's own login, so that
 * it is asked for only where the user allows it. The client of this scenario can open a terminal.
 */
export const logins: AgentScenario = {
  name: "auth/surface",
  judges: [SURFACE, ENVIRONMENT],
  async run(stage) {
    const ready = await greet(stage, introduction({ auth: { terminal: {} } }));
    if ("reason" in ready) {
      cannotJudge(stage, [SURFACE, ENVIRONMENT], ready.reason);
      return;
    }
    stage.notApplicable(ENVIRONMENT, "the agent lists no terminal method with env");
    if (items(ready.initialize["authMethods"]).length === 0) {
      stage.notApplicable(SURFACE, "the agent lists no authMethods");
      return;
    }
    const calls = [
      ["auth/login", { methodId: "acp-assay-no-such-method" }],
      ...(stage.login.mayLogout ? [["auth/logout", {}] as const] : []),
    ] as const;
    for (const [method, params] of calls) {
      const reply = await ready.connection.request(method, params);
      if (errorCode(reply) !== METHOD_NOT_FOUND) continue;
      stage.violated(SURFACE, {
        expected: `${method} served, since there are authMethods`,
        actual: told(reply),
        frames: framesOf(reply),
      });
    }
    if (stage.login.mayLogout) stage.holds(SURFACE);
    else stage.notTested(SURFACE, "auth/login is served; whether auth/logout is takes --allow-logout");
  },
};
