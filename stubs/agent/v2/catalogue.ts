import type { BehaviourTwo } from "./behaviour.js";
import { initializeMutants } from "./behaviours/initialize.js";
import { sessionMutants } from "./behaviours/sessions.js";

/** The agent without any oddity. */
export const OBEDIENT_TWO: BehaviourTwo = { name: "obedient", kind: "control", defect: "none" };

/** Every behaviour of the agent of version 2 but the obedient one. */
export const catalogueTwo: readonly BehaviourTwo[] = [...initializeMutants, ...sessionMutants];
