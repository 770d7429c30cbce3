import { editBytes, onLines } from "./lines.js";
import { runBridge } from "./relay.js";

// Cleans lines of terminal control sequences (CSI and OSC).
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

runBridge({ passage: onLines((line) => editBytes(line, (text) => text.replace(SEQUENCE, ""))) });
