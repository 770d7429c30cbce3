import type { Behaviour } from "./behaviour.js";
import { choiceMutants } from "./behaviours/choices.js";
import { controls } from "./behaviours/controls.js";
import { fileMutants } from "./behaviours/files.js";
import { initializeMutants } from "./behaviours/initialize.js";
import { jsonrpcMutants } from "./behaviours/jsonrpc.js";
import { permissionMutants } from "./behaviours/permissions.js";
import { questionMutants } from "./behaviours/questions.js";
import { sessionMutants } from "./behaviours/sessions.js";
import { terminalMutants } from "./behaviours/terminals.js";
import { transportMutants } from "./behaviours/transport.js";
import { turnMutants } from "./behaviours/turns.js";
import { statefulControls } from "./stateful/controls.js";
import { statefulMutants } from "./stateful/mutants.js";

/** The client without any oddity. */
export const OBEDIENT: Behaviour = { name: "obedient", kind: "control", defect: "none" };

/** Every behaviour but the obedient one: mutants that break one rule each, and controls that break none. */
export const catalogue: readonly Behaviour[] = [
  ...transportMutants,
  ...jsonrpcMutants,
  ...initializeMutants,
  ...sessionMutants,
  ...choiceMutants,
  ...turnMutants,
  ...permissionMutants,
  ...fileMutants,
  ...terminalMutants,
  ...questionMutants,
  ...controls,
];

/** Behaviours that show in some state only: a campaign finds them, `check` need not. */
export const statefulCatalogue: readonly Behaviour[] = [...statefulMutants, ...statefulControls];
