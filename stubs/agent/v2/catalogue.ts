import type { BehaviourTwo } from "./behaviour.js";
import { controlsTwo } from "./behaviours/controls.js";
import { historyMutants } from "./behaviours/history.js";
import { initializeMutants } from "./behaviours/initialize.js";
import { jsonrpcMutants } from "./behaviours/jsonrpc.js";
import { optionMutants } from "./behaviours/options.js";
import { permissionMutants } from "./behaviours/permissions.js";
import { promptMutants } from "./behaviours/prompts.js";
import { sessionMutants } from "./behaviours/sessions.js";
import { toolMutants } from "./behaviours/tools.js";
import { updateMutants } from "./behaviours/updates.js";

/** The agent without any oddity. */
export const OBEDIENT_TWO: BehaviourTwo = { name: "obedient", kind: "control", defect: "none" };

/** Every behaviour of the agent of version 2 but the obedient one. */
export const catalogueTwo: readonly BehaviourTwo[] = [
  ...initializeMutants,
  ...jsonrpcMutants,
  ...sessionMutants,
  ...historyMutants,
  ...optionMutants,
  ...promptMutants,
  ...permissionMutants,
  ...updateMutants,
  ...toolMutants,
  ...controlsTwo,
];
