import type { AgentSuite, PassiveCheck } from "../src/engine/scenario.js";
import { login } from "./scenarios/authentication/login.js";
import { cancelByRequestId } from "./scenarios/cancellation/by-request-id.js";
import { cancelDuringClientRequest } from "./scenarios/cancellation/client-requests.js";
import { cancelForeignRequest } from "./scenarios/cancellation/foreign-request.js";
import { cancelWhileIdle } from "./scenarios/cancellation/idle.js";
import { cancelMidTurn } from "./scenarios/cancellation/mid-turn.js";
import { cancelMoments } from "./scenarios/cancellation/moments.js";
import { twoSessions } from "./scenarios/cancellation/two-sessions.js";
import { elicitation } from "./scenarios/client/elicitation.js";
import { clientFiles } from "./scenarios/client/files.js";
import { oneFlag } from "./scenarios/client/one-flag.js";
import { clientTerminals } from "./scenarios/client/terminals.js";
import { runCommands } from "./scenarios/commands/run.js";
import { clientCapabilities } from "./scenarios/initialize/client-capabilities.js";
import { handshake } from "./scenarios/initialize/handshake.js";
import { beforeInitialize } from "./scenarios/initialize/request-before.js";
import { versionFallback } from "./scenarios/initialize/version-fallback.js";
import { badFrames } from "./scenarios/jsonrpc/bad-frames.js";
import { ids } from "./scenarios/jsonrpc/ids.js";
import { invalidParams } from "./scenarios/jsonrpc/invalid-params.js";
import { notifications } from "./scenarios/jsonrpc/notifications.js";
import { oddInput } from "./scenarios/jsonrpc/odd-input.js";
import { unknownMethods } from "./scenarios/jsonrpc/unknown-methods.js";
import { capabilityChecks } from "./scenarios/passive/capabilities.js";
import { elicitationChecks } from "./scenarios/passive/client/elicitations.js";
import { fileChecks } from "./scenarios/passive/client/files.js";
import { terminalChecks } from "./scenarios/passive/client/terminals.js";
import { contentChecks } from "./scenarios/passive/content.js";
import { envelopeChecks, errorChecks, responseChecks } from "./scenarios/passive/envelopes.js";
import { extensionChecks, namingChecks } from "./scenarios/passive/extensions.js";
import { lineChecks, stdoutChecks } from "./scenarios/passive/lines.js";
import { liveEventChecks } from "./scenarios/passive/live-events.js";
import { negotiationChecks } from "./scenarios/passive/negotiation.js";
import { notes } from "./scenarios/passive/notes.js";
import { optionChecks } from "./scenarios/passive/options.js";
import { permissionChecks } from "./scenarios/passive/permissions.js";
import { agentCallChecks, callChecks, resultChecks, updateSchemaChecks } from "./scenarios/passive/schema.js";
import { sessionListChecks } from "./scenarios/passive/session-list.js";
import { sessionStateChecks } from "./scenarios/passive/session-state.js";
import { sessionChecks } from "./scenarios/passive/sessions.js";
import { toolCallChecks } from "./scenarios/passive/tool-calls.js";
import { turnNotes, updateMetaChecks } from "./scenarios/passive/turn/notes.js";
import { planChecks } from "./scenarios/passive/turn/plans.js";
import { toolLifeChecks } from "./scenarios/passive/turn/tool-lives.js";
import { turnEndChecks } from "./scenarios/passive/turn-ends.js";
import { usageChecks } from "./scenarios/passive/usage.js";
import { permissionAnswers } from "./scenarios/permission/answers.js";
import { cancelDuringPermission } from "./scenarios/permission/cancel.js";
import { rejectPermission } from "./scenarios/permission/reject.js";
import { severalPermissions } from "./scenarios/permission/several.js";
import { oddPrompts } from "./scenarios/prompt-turn/odd-prompts.js";
import { outputs } from "./scenarios/prompt-turn/outputs.js";
import { plans } from "./scenarios/prompt-turn/plan.js";
import { stopReasons } from "./scenarios/prompt-turn/stop-reasons.js";
import { turns } from "./scenarios/prompt-turn/turns.js";
import { closeSession } from "./scenarios/session/history/close.js";
import { deleteSession } from "./scenarios/session/history/delete.js";
import { listSessions } from "./scenarios/session/history/list.js";
import { newSessions } from "./scenarios/session/new-session.js";
import { additionalDirectories } from "./scenarios/session/place/directories.js";
import { mcpServers } from "./scenarios/session/place/mcp-servers.js";
import { loadSession } from "./scenarios/session/restore/load.js";
import { resumeSession } from "./scenarios/session/restore/resume.js";
import { setMidTurn } from "./scenarios/session/state/mid-turn.js";
import { sessionOptions } from "./scenarios/session/state/options.js";
import { stateTogether } from "./scenarios/session/state/together.js";
import { unknownIds } from "./scenarios/session/unknown-ids.js";
import { underVersion } from "./scenarios/steps/under-version.js";
import { endOfInput } from "./scenarios/transport/end-of-input.js";
import { lenientInput } from "./scenarios/transport/lenient-input.js";
import { lineEnds } from "./scenarios/transport/line-ends.js";
import { splitAndJoinedWrites } from "./scenarios/transport/split-and-joined-writes.js";

/** Those among the checks of sessions and errors that do not take turns to come one after the other. */
const HOLDS_ALWAYS: ReadonlySet<string> = new Set([
  "acp.v1.updates.session-known",
  "acp.v1.permission.session-id",
  "acp.v1.jsonrpc.error-object",
  "acp.v1.jsonrpc.error-code-int32",
]);

/** Every scenario and passive check for an agent under test, in the order of the chapters. */
export const agentSuite: AgentSuite = {
  scenarios: [
    lineEnds,
    splitAndJoinedWrites,
    lenientInput,
    endOfInput,
    ids,
    unknownMethods,
    notifications,
    invalidParams,
    badFrames,
    oddInput,
    handshake,
    versionFallback,
    clientCapabilities,
    beforeInitialize,
    login,
    newSessions,
    unknownIds,
    sessionOptions,
    stateTogether,
    setMidTurn,
    mcpServers,
    additionalDirectories,
    listSessions,
    deleteSession,
    closeSession,
    loadSession,
    resumeSession,
    turns,
    oddPrompts,
    cancelMidTurn,
    cancelWhileIdle,
    cancelByRequestId,
    cancelForeignRequest,
    twoSessions,
    rejectPermission,
    cancelDuringPermission,
    permissionAnswers,
    severalPermissions,
    plans,
    outputs,
    stopReasons,
    runCommands,
    clientFiles,
    oneFlag,
    clientTerminals,
    elicitation,
    cancelDuringClientRequest,
    cancelMoments,
  ],
  passive: [
    ...lineChecks,
    ...stdoutChecks,
    ...envelopeChecks,
    ...responseChecks,
    ...errorChecks,
    ...resultChecks,
    ...updateSchemaChecks,
    ...callChecks,
    ...agentCallChecks,
    ...contentChecks,
    ...sessionChecks,
    ...sessionListChecks,
    ...sessionStateChecks,
    ...liveEventChecks,
    ...negotiationChecks,
    ...notes,
    ...permissionChecks,
    ...toolCallChecks,
    ...turnEndChecks,
    ...optionChecks,
    ...capabilityChecks,
    ...extensionChecks,
    ...namingChecks,
    ...usageChecks,
    ...toolLifeChecks,
    ...planChecks,
    ...fileChecks,
    ...terminalChecks,
    ...elicitationChecks,
    ...turnNotes,
    ...updateMetaChecks,
  ].map(underVersion(1)),
};

/** The passive checks that hold for any traffic of a client that breaks no rule, however turns and cancels cross in it. */
export const trafficChecks: readonly PassiveCheck[] = [
  ...lineChecks,
  ...envelopeChecks,
  ...resultChecks,
  ...updateSchemaChecks,
  ...callChecks,
  ...contentChecks,
  ...[...sessionChecks, ...errorChecks].filter(({ id }) => HOLDS_ALWAYS.has(id)),
];
