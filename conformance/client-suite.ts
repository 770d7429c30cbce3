import type { ClientSuite } from "../src/engine/client-scenario.js";
import type { PassiveCheck } from "../src/engine/scenario.js";
import { login } from "./client-scenarios/authentication/login.js";
import { terminalLogin } from "./client-scenarios/authentication/terminal.js";
import { byRequestId } from "./client-scenarios/cancellation/by-request-id.js";
import { interrupt } from "./client-scenarios/cancellation/interrupt.js";
import { fields } from "./client-scenarios/elicitation/fields.js";
import { forms } from "./client-scenarios/elicitation/forms.js";
import { urls } from "./client-scenarios/elicitation/urls.js";
import { readFiles } from "./client-scenarios/files/read.js";
import { fileRoots } from "./client-scenarios/files/roots.js";
import { writeFiles } from "./client-scenarios/files/write.js";
import { handshake } from "./client-scenarios/initialize/handshake.js";
import { versions } from "./client-scenarios/initialize/versions.js";
import { badFrames } from "./client-scenarios/jsonrpc/bad-frames.js";
import { invalidParams } from "./client-scenarios/jsonrpc/invalid-params.js";
import { notifications } from "./client-scenarios/jsonrpc/notifications.js";
import { requests } from "./client-scenarios/jsonrpc/requests.js";
import { unannounced } from "./client-scenarios/jsonrpc/unannounced.js";
import { deaths } from "./client-scenarios/life/deaths.js";
import { noise } from "./client-scenarios/life/noise.js";
import { oddEnds } from "./client-scenarios/life/odd-ends.js";
import { answerChecks } from "./client-scenarios/passive/answers.js";
import { choiceChecks } from "./client-scenarios/passive/choices.js";
import { formChecks } from "./client-scenarios/passive/forms.js";
import { initializeChecks } from "./client-scenarios/passive/initialize.js";
import { negotiationChecks } from "./client-scenarios/passive/negotiation.js";
import { promptChecks } from "./client-scenarios/passive/prompts.js";
import { sessionChecks } from "./client-scenarios/passive/sessions.js";
import { rootChecks, serverChecks } from "./client-scenarios/passive/set-up.js";
import { permissionOptions } from "./client-scenarios/permission/options.js";
import { permissionRequests } from "./client-scenarios/permission/requests.js";
import { capabilities } from "./client-scenarios/session/capabilities.js";
import { history } from "./client-scenarios/session/history.js";
import { optionLists } from "./client-scenarios/session/option-lists.js";
import { options } from "./client-scenarios/session/options.js";
import { commands } from "./client-scenarios/terminal/commands.js";
import { life } from "./client-scenarios/terminal/life.js";
import { limits } from "./client-scenarios/terminal/limits.js";
import { writes } from "./client-scenarios/transport/writes.js";
import { early } from "./client-scenarios/updates/early.js";
import { kinds } from "./client-scenarios/updates/kinds.js";
import { notices } from "./client-scenarios/updates/notices.js";
import { readings } from "./client-scenarios/updates/readings.js";
import { contentChecks } from "./scenarios/passive/content.js";
import { envelopeChecks, errorChecks, responseChecks } from "./scenarios/passive/envelopes.js";
import { extensionChecks } from "./scenarios/passive/extensions.js";
import { lineChecks, stdinChecks } from "./scenarios/passive/lines.js";
import { callChecks } from "./scenarios/passive/schema.js";

/** Every scenario and passive check for a client under test, in the order of the chapters. */
export const clientSuite: ClientSuite = {
  scenarios: [
    handshake,
    versions,
    requests,
    notifications,
    badFrames,
    invalidParams,
    unannounced,
    writes,
    login,
    terminalLogin,
    options,
    optionLists,
    history,
    capabilities,
    kinds,
    readings,
    notices,
    early,
    permissionRequests,
    permissionOptions,
    readFiles,
    writeFiles,
    fileRoots,
    commands,
    limits,
    life,
    forms,
    fields,
    urls,
    interrupt,
    byRequestId,
    noise,
    oddEnds,
    deaths,
  ],
  passive: [
    ...lineChecks,
    ...stdinChecks,
    ...envelopeChecks,
    ...responseChecks,
    ...errorChecks,
    ...callChecks,
    ...contentChecks,
    ...extensionChecks,
    ...initializeChecks,
    ...negotiationChecks,
    ...sessionChecks,
    ...serverChecks,
    ...rootChecks,
    ...choiceChecks,
    ...promptChecks,
    ...answerChecks,
    ...formChecks,
  ],
};

/** The passive checks that hold for any traffic of an agent that breaks no rule: all of them decide from what was said. */
export const clientTrafficChecks: readonly PassiveCheck[] = clientSuite.passive;
