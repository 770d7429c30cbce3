import { test } from "tap";
import { hasAnonymousPipes } from "./anonymous-pipe.js";
import { type LaunchOptions, launch, type Wire } from "./editor.js";
import { type Launch, PROCESS_MATRIX, type Sight, type Situation } from "./process-matrix.js";
import { behindTee, type TeeMode } from "./subject.js";

/** Where a Node process in the middle cannot be what the agent is. */
const DIFFERENCES: Readonly<Record<string, Sight>> = {
  // The killed process is the tee: the agent is shown the end of its stdin instead.
  "the editor sends SIGKILL": { stderr: "stdin ended\n" },
};

interface Setting {
  readonly name: string;
  readonly mode: TeeMode;
  readonly wire: Wire;
  readonly env?: NodeJS.ProcessEnv;
  readonly situations: readonly Situation[];
}

const SETTINGS: readonly Setting[] = [
  { name: "an editor with pipes", mode: "front", wire: "pipes", situations: PROCESS_MATRIX },
  { name: "an editor with socket pairs", mode: "parent", wire: "sockets", situations: PROCESS_MATRIX },
  {
    name: "no directory for FIFOs",
    mode: "parent",
    wire: "sockets",
    env: { ...process.env, TMPDIR: "/nonexistent" },
    // Nobody can take over the pipes of child_process, so what a grandchild writes after a silence of 100 ms is lost.
    situations: PROCESS_MATRIX.filter(
      ({ name, isExitOnly }) => !isExitOnly && !name.startsWith("a grandchild"),
    ),
  },
];

for (const { name, mode, wire, env, situations } of SETTINGS) {
  const skip = wire === "pipes" && !hasAnonymousPipes && "no /proc to borrow anonymous pipes from";
  test(`acp-tee as ${mode}, ${name}`, { skip }, async (t) => {
    for (const situation of situations) {
      const direct: Launch = (agent, options) => launch((stop) => t.teardown(stop), wire, agent, options);
      const through: Launch = (agent, options: LaunchOptions = {}) =>
        direct(behindTee(agent, mode), env === undefined ? options : { ...options, env });

      const [expected, seen] = await Promise.all([situation.look(direct), situation.look(through)]);

      t.strictSame(
        mode === "front" ? seen : onceIsEnough(seen),
        mode === "front" ? expected : { ...expected, ...DIFFERENCES[situation.name] },
        `shows the client the same when ${situation.name}`,
      );
    }
  });
}

/**
 * A signal for the whole group reaches the agent by itself and from the tee, and the two may or may not become one before
 * they are delivered: no process can know whom else a signal was sent to.
 */
function onceIsEnough(sight: Sight): Sight {
  return sight["times"] === 2 ? { ...sight, times: 1 } : sight;
}
