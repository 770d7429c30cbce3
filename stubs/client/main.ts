#!/usr/bin/env node
import { catalogue, OBEDIENT, statefulCatalogue } from "./catalogue.js";
import { RawClient } from "./client.js";

/** `main.js BEHAVIOUR AGENT ARGS…`: the raw client, which starts the agent; `obedient` is the one without any oddity. */
const [name = OBEDIENT.name, ...command] = process.argv.slice(2);
const behaviour = [OBEDIENT, ...catalogue, ...statefulCatalogue].find((each) => each.name === name);
if (behaviour === undefined || command.length === 0) {
  process.stderr.write(`usage: main.js BEHAVIOUR AGENT ARGS…; "${name}" has to be one of catalogue.ts\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await new RawClient(behaviour, command).run();
}
