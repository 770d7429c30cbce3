import { inOneProcess } from "./in-one-process.js";

await inOneProcess(["test/fuzz/campaign", "test/fuzz/sinks"]);
