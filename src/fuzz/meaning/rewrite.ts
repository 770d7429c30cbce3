/** What a bridge may call by another name on its other side (DESIGN, "What a bridge promises": the rewrite map). */
export type Rewrite = "ids" | "sessionIds" | "cwd" | "capabilities";

/** All that level `meaning` can follow. */
export const REWRITES: readonly Rewrite[] = ["ids", "sessionIds", "cwd", "capabilities"];
