import type { Payload } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import { type Aspect, ordinaryEnd } from "../bridge-case.js";

/** How a session ends. */
export type Ending = (typeof ENDING_NAMES)[number];

/** Is it the name of an ending? */
export function isEnding(name: unknown): name is Ending {
  return ENDING_NAMES.some((ending) => ending === name);
}

/** What an ending does, and what it says something about. */
export interface EndingForm {
  readonly steps: readonly Step[];
  readonly aspects: readonly Aspect[];
  /** What it says nothing about, though every other ending does. */
  readonly without?: readonly Aspect[];
  /** The checks that its exit and the end of the agent's output speak against. */
  readonly exitCheck: "exit-code" | "exit-signal";
  readonly clientEofCheck: "agent-eof" | "exit-unasked";
}

export const ENDING_NAMES = [
  "client-closes",
  "open-line",
  "half-close",
  "agent-closes",
  "agent-exits",
  "agent-dies",
  "dies-initializing",
  "dies-in-a-turn",
  "dies-inside-a-line",
  "dies-in-a-flood",
  "dies-after-eof",
  "sigterm",
  "sigint",
  "bridge-killed",
] as const;

const OPEN_LINE: Payload = { text: '{"jsonrpc":"2.0","method":"_acp-assay/open","params":{}}' };
const GONE: readonly Step[] = [{ do: "await-exit" }, { do: "await-client-eof" }];
/** What is still on its way to an agent that leaves by itself would be lost without a bridge too. */
const ALL_READ: Step = { do: "await", dir: "c2a", isPatient: true };
const ASKED: Pick<EndingForm, "exitCheck" | "clientEofCheck"> = {
  exitCheck: "exit-code",
  clientEofCheck: "agent-eof",
};
/** Time for a second signal to come, which should not. */
const ECHO_MS = 60;

/** In each everything that was written has arrived first, so that no ending races with the traffic. */
export const ENDINGS: Readonly<Record<Ending, EndingForm>> = {
  "client-closes": { ...ASKED, steps: ordinaryEnd, aspects: ["agent-eof", "client-eof"] },
  "open-line": {
    ...ASKED,
    steps: [...said("c2a", OPEN_LINE), ...said("a2c", OPEN_LINE), ...ordinaryEnd],
    aspects: ["agent-eof", "client-eof"],
  },
  "half-close": {
    ...ASKED,
    steps: [
      { do: "client-closes" },
      { do: "await-agent-eof" },
      ...said("a2c", notice("last")),
      { do: "agent-exits", code: 0 },
      ...GONE,
    ],
    aspects: ["agent-eof", "client-eof"],
  },
  "agent-closes": {
    ...ASKED,
    steps: [
      { do: "agent-closes-stdout" },
      { do: "await-client-eof" },
      { do: "client-closes" },
      { do: "await-agent-eof" },
      { do: "agent-exits", code: 3 },
      { do: "await-exit" },
    ],
    aspects: ["client-eof"],
  },
  "agent-exits": {
    exitCheck: "exit-code",
    clientEofCheck: "exit-unasked",
    steps: [ALL_READ, { do: "agent-exits", code: 7 }, ...GONE],
    aspects: ["client-eof"],
  },
  "agent-dies": death([]),
  "dies-initializing": death([
    {
      do: "write",
      dir: "c2a",
      payload: request("initialize", '{"protocolVersion":1,"clientCapabilities":{}}'),
    },
  ]),
  "dies-in-a-turn": death(
    [
      {
        do: "write",
        dir: "c2a",
        payload: request("session/prompt", '{"sessionId":"s1","prompt":[{"type":"text","text":"Go on"}]}'),
      },
    ],
    [{ do: "write", dir: "a2c", payload: notice("update") }],
  ),
  "dies-inside-a-line": death([], [{ do: "write", dir: "a2c", payload: OPEN_LINE }]),
  // Its last bytes have left the agent, and nobody has read them yet.
  "dies-in-a-flood": death(
    [],
    [
      { do: "client-stops-reading" },
      { do: "write", dir: "a2c", payload: { head: "", fill: notice("flood").text, times: 4000, tail: "" } },
    ],
    [{ do: "pause", ms: 20 }, { do: "client-reads-again" }],
  ),
  "dies-after-eof": {
    ...death([{ do: "client-closes" }, { do: "await-agent-eof" }], said("a2c", notice("last"))),
    clientEofCheck: "agent-eof",
    aspects: ["agent-eof", "client-eof"],
  },
  sigterm: signalled("SIGTERM"),
  sigint: signalled("SIGINT"),
  "bridge-killed": {
    exitCheck: "exit-signal",
    clientEofCheck: "exit-unasked",
    steps: [
      ALL_READ,
      { do: "signal", signal: "SIGKILL" },
      { do: "await-agent-released" },
      { do: "await-exit" },
    ],
    aspects: ["release"],
    // What the agent has logged may still be on its way to the client, where the bridge carries it.
    without: ["stderr"],
  },
};

/** The agent dies by a signal once it has read all; `before` is what leads to it, `last` what it writes at the end. */
function death(before: readonly Step[], last: readonly Step[] = [], after: readonly Step[] = []): EndingForm {
  return {
    exitCheck: "exit-signal",
    clientEofCheck: "exit-unasked",
    steps: [...before, ALL_READ, ...last, { do: "agent-dies", signal: "SIGTERM" }, ...after, ...GONE],
    aspects: ["client-eof"],
  };
}

/** The client's signal reaches the agent, which dies of it a little later. */
function signalled(signal: NodeJS.Signals): EndingForm {
  return {
    exitCheck: "exit-signal",
    clientEofCheck: "exit-unasked",
    steps: [
      ALL_READ,
      { do: "signal", signal },
      { do: "await-agent-signal" },
      { do: "pause", ms: ECHO_MS },
      { do: "agent-dies", signal },
      ...GONE,
    ],
    aspects: ["signals", "client-eof"],
  };
}

function said(dir: "c2a" | "a2c", payload: Payload): Step[] {
  return [
    { do: "write", dir, payload },
    { do: "await", dir },
  ];
}

function notice(name: string): { readonly text: string } {
  return { text: `{"jsonrpc":"2.0","method":"_acp-assay/${name}","params":{}}\n` };
}

function request(method: string, params: string): Payload {
  return { text: `{"jsonrpc":"2.0","id":"last","method":"${method}","params":${params}}\n` };
}
