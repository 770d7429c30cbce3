import { CELLS } from "./fail-open/cells.js";
import { holdsInEveryCell } from "./fail-open/matrix.js";
import { TEE_MODES } from "./subject.js";

for (const mode of TEE_MODES) holdsInEveryCell(mode, CELLS);
