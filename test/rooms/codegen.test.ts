import { inOneProcess } from "./in-one-process.js";

await inOneProcess(["test/codegen"]);
