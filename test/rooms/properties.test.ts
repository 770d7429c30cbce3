import { inOneProcess } from "./in-one-process.js";

/** Those of acp-tee start thousands of processes, and have a process of their own for each. */
await inOneProcess(["properties"], (name) => name.endsWith(".property.js") && !name.startsWith("tee-"));
