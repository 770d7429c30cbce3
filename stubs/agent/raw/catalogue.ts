import type { Behaviour } from "./behaviour.js";

/** The agent without any oddity. */
export const OBEDIENT: Behaviour = { name: "obedient", kind: "control", defect: "none" };

/** Every behaviour but the obedient one. */
export const catalogue: readonly Behaviour[] = [];
