import type { Behaviour } from "./behaviour.js";
import { cancellationMutants } from "./behaviours/cancellation.js";
import { clientControls } from "./behaviours/client/controls.js";
import { elicitationMutants } from "./behaviours/client/elicitations.js";
import { fileMutants } from "./behaviours/client/files.js";
import { terminalMutants } from "./behaviours/client/terminals.js";
import { controls } from "./behaviours/controls.js";
import { initializeMutants } from "./behaviours/initialize.js";
import { jsonrpcMutants } from "./behaviours/jsonrpc.js";
import { promptMutants } from "./behaviours/prompts.js";
import { historyMutants } from "./behaviours/session/history.js";
import { loginControls, loginMutants } from "./behaviours/session/login.js";
import { placeMutants } from "./behaviours/session/place.js";
import { restoreMutants } from "./behaviours/session/restore.js";
import { stateMutants } from "./behaviours/session/state.js";
import { sessionMutants } from "./behaviours/sessions.js";
import { toolCallMutants } from "./behaviours/tool-calls.js";
import { transportMutants } from "./behaviours/transport.js";
import { turnMutants } from "./behaviours/turns.js";
import { updateMutants } from "./behaviours/updates.js";
import { statefulControls } from "./stateful/controls.js";
import { statefulMutants } from "./stateful/mutants.js";

/** The agent without any oddity. */
export const OBEDIENT: Behaviour = { name: "obedient", kind: "control", defect: "none" };

/** Every behaviour but the obedient one: mutants that break one rule each, and controls that break none. */
export const catalogue: readonly Behaviour[] = [
  ...transportMutants,
  ...jsonrpcMutants,
  ...initializeMutants,
  ...sessionMutants,
  ...restoreMutants,
  ...historyMutants,
  ...stateMutants,
  ...placeMutants,
  ...loginMutants,
  ...promptMutants,
  ...cancellationMutants,
  ...updateMutants,
  ...toolCallMutants,
  ...turnMutants,
  ...fileMutants,
  ...terminalMutants,
  ...elicitationMutants,
  ...controls,
  ...clientControls,
  ...loginControls,
];

/** Behaviours that show only in some state of a connection, for campaigns: no single scenario of the suite is about them. */
export const statefulCatalogue: readonly Behaviour[] = [...statefulMutants, ...statefulControls];
