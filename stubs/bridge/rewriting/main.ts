import { runBridge } from "../relay.js";
import { REWRITING_BRIDGES } from "./catalogue.js";

// `node dist/stubs/bridge/rewriting/main.js NAME AGENT ARGS…`: the bridge of that name.
const [name] = process.argv.splice(2, 1);
const bridge = REWRITING_BRIDGES.find((one) => one.name === name);
if (bridge === undefined) throw new Error(`There is no bridge "${name}"`);
runBridge({ passage: bridge.passage() });
