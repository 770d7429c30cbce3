import type { Colors } from "picocolors/types.js";

/** How a report is coloured; `picocolors.createColors(false)` gives plain text. */
export type Paint = Colors;
