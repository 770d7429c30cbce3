import { runBridge } from "./relay.js";

// The control: a relay without a defect.
runBridge();
