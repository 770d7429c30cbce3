import { readdirSync } from "node:fs";

/**
 * Folders whose tests start no process. Each test file by itself costs a second before its first line runs, so that these
 * share one process; .taprc leaves them out otherwise. `npx tap dist/test/wire/frame.test.js` still runs one alone.
 */
const FOLDERS = [
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
  "fuzz/shrink",
  "fuzz/traffic",
  "fuzz/corpus",
];

for (const folder of FOLDERS) {
  const url = new URL(`${folder}/`, import.meta.url);
  for (const name of readdirSync(url).sort()) {
    if (name.endsWith(".test.js")) await import(new URL(name, url).href);
  }
}
