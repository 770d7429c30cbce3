import t from "tap";
import { readCatalogue } from "../../src/cli/check-catalogue.js";

/** The requirements of the ACP Test Compatibility Kit for version 1, by area: how many it numbers, from 1 on. */
const AREAS: Readonly<Record<string, number>> = {
  TRANSPORT: 2,
  JSONRPC: 5,
  INIT: 4,
  SCHEMA: 2,
  SESSION: 2,
  PROMPT: 3,
  CANCEL: 2,
  CONFIG: 3,
  AUTH: 5,
  CLIENTCAP: 3,
  EXT: 1,
  LOAD: 3,
  RESUME: 2,
  LIST: 2,
  DELETE: 2,
  CLOSE: 2,
  ADDDIRS: 1,
  MODES: 2,
  PROMPTCAP: 3,
  META: 1,
  ERROR: 1,
  SHUTDOWN: 1,
  STDERR: 1,
  "INFO-PARSE": 1,
  "INFO-INVALIDREQ": 1,
  "INFO-UNKNOWNSESSION": 1,
};

const IDS = Object.entries(AREAS).flatMap(([area, count]) =>
  Array.from({ length: count }, (_, index) => `ACP-${area}-${String(index + 1).padStart(3, "0")}`),
);

t.test("every requirement of the TCK for version 1 is asked for by a check", async (t) => {
  const checked = readCatalogue().filter(({ coverage }) => coverage === "check" || coverage === "passive");
  const covered = new Set(checked.flatMap(({ requirement }) => requirement.tck ?? []));

  t.equal(IDS.length, 56);
  t.strictSame(
    IDS.filter((id) => !covered.has(id)),
    [],
  );
});

t.test("no row names a requirement of the TCK that there is not", async (t) => {
  const named = readCatalogue().flatMap(({ requirement }) => requirement.tck ?? []);

  t.strictSame(
    named.filter((id) => !IDS.includes(id)),
    [],
  );
});
