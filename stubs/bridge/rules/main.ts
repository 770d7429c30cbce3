import { runBridge } from "../relay.js";
import { RULE_BREAKERS } from "./breakers.js";

// `node dist/stubs/bridge/rules/main.js NAME AGENT ARGS…`: the bridge of that name.
const [name] = process.argv.splice(2, 1);
const breaker = RULE_BREAKERS.find((one) => one.name === name);
if (breaker === undefined) throw new Error(`There is no bridge "${name}"`);
runBridge({ passage: breaker.passage });
