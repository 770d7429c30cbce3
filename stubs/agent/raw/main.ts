#!/usr/bin/env node
import { RawAgent } from "./agent.js";
import { catalogue, OBEDIENT, statefulCatalogue } from "./catalogue.js";

/** `main.js [behaviour]`: the raw agent, obedient unless a behaviour of the catalogue is named. */
const [name = OBEDIENT.name] = process.argv.slice(2);
const behaviour = [OBEDIENT, ...catalogue, ...statefulCatalogue].find((each) => each.name === name);
if (behaviour === undefined) {
  process.stderr.write(`Unknown behaviour "${name}": see catalogue.ts\n`);
  process.exitCode = 2;
} else {
  new RawAgent(behaviour).run();
}
