import type { BridgeCase } from "../bridge-case.js";
import { caseOf } from "./hazard.js";
import { lineHazards } from "./lines.js";
import { messageHazards } from "./messages.js";
import { numberHazards } from "./numbers.js";
import { objectHazards } from "./objects.js";
import { stringHazards } from "./strings.js";

/** The hazard corpus: named, deterministic, each case runnable alone. */
export const hazardCases: readonly BridgeCase[] = [
  ...numberHazards,
  ...objectHazards,
  ...stringHazards,
  ...lineHazards,
  ...messageHazards,
].map(caseOf);
