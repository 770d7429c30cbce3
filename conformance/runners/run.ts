#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { checksOf } from "./checks.js";
import { writeReport } from "./report.js";

/** Checks the mapping corpus with `src/mapping`: `run.js [--json PATH]`, where `-` is stdout. Exit 1 when a check fails. */
const FIXTURE = new URL("../../../conformance/fixtures/mappings/acp.json", import.meta.url);

function main([option, path, ...rest]: readonly string[]): number {
  if (option !== undefined && (option !== "--json" || path === undefined || rest.length > 0)) {
    process.stderr.write("usage: run.js [--json PATH]\n");
    return 2;
  }
  return writeReport("run-js", checksOf(JSON.parse(readFileSync(FIXTURE, "utf8"))), path);
}

process.exitCode = main(process.argv.slice(2));
