import type { BridgeCase } from "../bridge-case.js";
import { caseOf, type Hazard } from "../hazards/hazard.js";
import { forwardingRules } from "./forwarding.js";
import { idRules } from "./ids.js";
import { lifeRules } from "./life.js";
import { orderRules } from "./order.js";
import { valueRules } from "./values.js";
import { wholeTurn } from "./whole-turn.js";

/** The rules that share one session. */
export const sessionRules: readonly Hazard[] = [
  wholeTurn,
  ...valueRules,
  ...forwardingRules,
  ...orderRules,
  ...idRules,
];

/** Every sentence of the registry about bridges that can be judged, as a case of its own. */
export const ruleCases: readonly BridgeCase[] = [...sessionRules.map(caseOf), ...lifeRules];
