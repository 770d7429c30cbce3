#!/usr/bin/env node
import { AgentTwo } from "./agent.js";
import { catalogueTwo, OBEDIENT_TWO } from "./catalogue.js";

/** `main.js [behaviour]`: the raw agent of version 2, obedient unless a behaviour of the catalogue is named. */
const [name = OBEDIENT_TWO.name] = process.argv.slice(2);
const behaviour = [OBEDIENT_TWO, ...catalogueTwo].find((each) => each.name === name);
if (behaviour === undefined) {
  process.stderr.write(`Unknown behaviour "${name}": see catalogue.ts\n`);
  process.exitCode = 2;
} else {
  new AgentTwo(behaviour).run();
}
