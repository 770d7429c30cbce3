import { inOneProcess } from "./in-one-process.js";

/** Folders whose tests start no process. */
await inOneProcess(
  [
    "wire",
    "protocol",
    "mapping",
    "receiver",
    "journal",
    "observer/event",
    "observer/redaction",
    "engine",
    "engine/report",
    "engine/report/kinds",
    "engine/report/html",
    "engine/matrix",
    "engine/baseline",
    "fuzz/model",
    "fuzz/oracle",
    "fuzz/oracles",
    "fuzz/shrink",
    "fuzz/traffic",
    "fuzz/corpus",
  ].map((folder) => `test/${folder}`),
);
