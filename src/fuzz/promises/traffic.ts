import { type BridgeCase, ordinaryEnd } from "../bridge-case.js";
import { numberedNotice, numberedUpdate, ordinarySession } from "./session.js";

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];

/** What a bridge promises of ordinary traffic, whatever its level. */
export const trafficCases: readonly BridgeCase[] = [
  {
    id: "bridge.promise.ordinary",
    steps: [...ordinarySession, ...ordinaryEnd],
    aspects: ["streams"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.order",
    steps: [
      { do: "write", dir: "a2c", payload: { text: PLACES.map(numberedUpdate).join("") } },
      { do: "await", dir: "a2c" },
      { do: "write", dir: "c2a", payload: { text: PLACES.map(numberedNotice).join("") } },
      { do: "await", dir: "c2a" },
      ...ordinaryEnd,
    ],
    aspects: ["streams"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.causal-order",
    steps: [...ordinarySession, ...ordinaryEnd],
    aspects: ["timeline"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.liveness",
    steps: [
      // One short frame and then silence, each way: nothing behind it may be needed to push it through.
      { do: "write", dir: "c2a", payload: { text: numberedNotice(1) } },
      { do: "await", dir: "c2a" },
      { do: "write", dir: "a2c", payload: { text: numberedUpdate(1) } },
      { do: "await", dir: "a2c" },
      ...ordinaryEnd,
    ],
    aspects: ["arrivals"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.agent-first",
    steps: [
      { do: "write", dir: "a2c", payload: { text: numberedUpdate(1) } },
      { do: "await", dir: "a2c" },
      { do: "write", dir: "c2a", payload: { text: numberedNotice(1) } },
      { do: "await", dir: "c2a" },
      ...ordinaryEnd,
    ],
    aspects: ["arrivals"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.stderr",
    steps: [
      { do: "agent-stderr", payload: { text: "a warning: é\n" } },
      { do: "agent-stderr", payload: { b64: "/wAKcGFydA==" } },
      ...ordinarySession,
      ...ordinaryEnd,
    ],
    aspects: ["stderr"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.stderr-drained",
    steps: [
      // Far more than a pipe holds: an agent whose log nobody reads stands still before it can answer.
      { do: "agent-stderr", payload: { head: "", fill: "log ", times: 100_000, tail: "\n" } },
      { do: "write", dir: "a2c", payload: { text: numberedUpdate(1) } },
      { do: "await", dir: "a2c" },
      ...ordinaryEnd,
    ],
    aspects: ["arrivals"],
    isMalformed: false,
  },
  {
    id: "bridge.promise.surroundings",
    steps: ordinaryEnd,
    aspects: ["surroundings"],
    isMalformed: false,
    agentArguments: ["two words", "it's", "", "$HOME", "*", '--flag="x"', "é"],
  },
];
