import { fileURLToPath } from "node:url";

/** The project's folder, seen from a compiled test. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));
