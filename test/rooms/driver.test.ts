import { inOneProcess } from "./in-one-process.js";

await inOneProcess(["test/driver", "test/driver/client", "test/observer", "test/journal/processes"]);
