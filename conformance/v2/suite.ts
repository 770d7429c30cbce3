import type { AgentSuite } from "../../src/engine/scenario.js";
import { underVersion } from "../scenarios/steps/under-version.js";
import { initializeChecks } from "./passive/connection/initialize.js";
import { envelopeChecks, valueChecks } from "./passive/connection/jsonrpc.js";
import { loginChecks } from "./passive/connection/logins.js";
import { removalChecks } from "./passive/connection/removed.js";
import { contentChecks } from "./passive/content/content.js";
import { elicitationChecks, permissionChecks } from "./passive/content/permissions.js";
import { terminalChecks } from "./passive/content/terminals.js";
import { toolChecks } from "./passive/content/tools.js";
import { updateChecks } from "./passive/content/updates.js";
import { backgroundChecks } from "./passive/session/background.js";
import { commandChecks, optionChecks } from "./passive/session/options.js";
import { promptChecks, sessionListChecks, stateChecks } from "./passive/session/prompts.js";
import { arrays } from "./scenarios/connection/arrays.js";
import { logins } from "./scenarios/connection/logins.js";
import { versions } from "./scenarios/connection/versions.js";
import { closeSession } from "./scenarios/session/close.js";
import { newSession } from "./scenarios/session/new-session.js";
import { sessionOptions } from "./scenarios/session/options.js";
import { resumeSession } from "./scenarios/session/resume.js";
import { surface } from "./scenarios/session/surface.js";
import { elicitation, severalPermissions } from "./scenarios/work/asking.js";
import { cancelWork } from "./scenarios/work/cancel.js";
import { permissions } from "./scenarios/work/permissions.js";
import { prompts } from "./scenarios/work/prompts.js";

/** Every scenario and passive check for an agent under test that speaks protocol version 2. */
export const agentSuiteTwo: AgentSuite = {
  scenarios: [
    arrays,
    versions,
    logins,
    newSession,
    surface,
    sessionOptions,
    resumeSession,
    closeSession,
    prompts,
    cancelWork,
    permissions,
    severalPermissions,
    elicitation,
  ],
  passive: [
    ...envelopeChecks,
    ...valueChecks,
    ...initializeChecks,
    ...loginChecks,
    ...sessionListChecks,
    ...promptChecks,
    ...stateChecks,
    ...backgroundChecks,
    ...updateChecks,
    ...removalChecks,
    ...toolChecks,
    ...terminalChecks,
    ...permissionChecks,
    ...elicitationChecks,
    ...commandChecks,
    ...optionChecks,
    ...contentChecks,
  ].map(underVersion(2)),
};
