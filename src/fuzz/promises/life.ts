import type { Step } from "../../driver/sandwich/step.js";
import { type Aspect, type BridgeCase, ordinaryEnd } from "../bridge-case.js";
import { numberedNotice, numberedUpdate } from "./session.js";

const SHORT_TALK: readonly Step[] = [
  { do: "write", dir: "c2a", payload: { text: numberedNotice(1) } },
  { do: "await", dir: "c2a" },
  { do: "write", dir: "a2c", payload: { text: numberedUpdate(1) } },
  { do: "await", dir: "a2c" },
];
const LAST_WORDS: readonly Step[] = [
  { do: "write", dir: "a2c", payload: { text: numberedUpdate(2) } },
  { do: "await", dir: "a2c" },
];
const FLOOD_BYTES = 48 * 1024 * 1024;

/** How a bridge begins, ends and holds back: what its client and its agent see of each other's life. */
export const lifeCases: readonly BridgeCase[] = [
  life("client-eof", ["agent-eof"], [...SHORT_TALK, ...ordinaryEnd]),
  life(
    "half-close",
    ["streams"],
    [
      ...SHORT_TALK,
      { do: "client-closes" },
      { do: "await-agent-eof" },
      ...LAST_WORDS,
      { do: "agent-exits", code: 0 },
      { do: "await-exit" },
      { do: "await-client-eof" },
    ],
  ),
  life(
    "agent-eof",
    ["client-eof"],
    [
      ...SHORT_TALK,
      { do: "agent-closes-stdout" },
      { do: "await-client-eof" },
      { do: "client-closes" },
      { do: "await-agent-eof" },
      { do: "agent-exits", code: 0 },
    ],
  ),
  life("exit-code", ["exit"], [...SHORT_TALK, { do: "agent-exits", code: 7 }, { do: "await-exit" }]),
  life(
    "exit-signal",
    ["exit"],
    [...SHORT_TALK, { do: "agent-dies", signal: "SIGTERM" }, { do: "await-exit" }],
  ),
  life(
    "exit-unasked",
    ["client-eof"],
    [
      ...SHORT_TALK,
      { do: "agent-dies", signal: "SIGKILL" },
      { do: "await-exit" },
      { do: "await-client-eof" },
    ],
  ),
  life(
    "last-output",
    ["streams"],
    [
      ...SHORT_TALK,
      { do: "client-stops-reading" },
      {
        do: "write",
        dir: "a2c",
        payload: {
          head: '{"jsonrpc":"2.0","method":"_acp-assay/tail","params":{"text":"',
          fill: "t",
          times: 400_000,
          tail: '"}}\n',
        },
      },
      { do: "agent-exits", code: 0 },
      // Time for a bridge that leaves with its agent to leave with what it still holds.
      { do: "pause", ms: 600 },
      { do: "client-reads-again" },
      { do: "await", dir: "a2c" },
      { do: "await-exit" },
      { do: "await-client-eof" },
    ],
  ),
  life(
    "signal-forwarded",
    ["signals"],
    [
      ...SHORT_TALK,
      { do: "signal", signal: "SIGTERM" },
      { do: "await-agent-signal" },
      { do: "pause", ms: 200 },
      { do: "agent-dies", signal: "SIGTERM" },
      { do: "await-exit" },
    ],
  ),
  life(
    "no-orphan",
    ["release"],
    [...SHORT_TALK, { do: "signal", signal: "SIGKILL" }, { do: "await-agent-released" }],
  ),
  life(
    "backpressure",
    ["backpressure"],
    [...SHORT_TALK, { do: "client-stops-reading" }, { do: "agent-floods", byteCount: FLOOD_BYTES }],
  ),
];

function life(name: string, aspects: readonly Aspect[], steps: readonly Step[]): BridgeCase {
  return { id: `bridge.promise.${name}`, steps, aspects, isMalformed: false };
}
