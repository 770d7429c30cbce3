import { array, constantFrom, integer, oneof, record, string, tuple } from "fast-check";
import { test } from "tap";
import { hasAnonymousPipes } from "../test/bridge/anonymous-pipe.js";
import { type Claim, tryClaim } from "../test/bridge/claim.js";
import { launch, type Wire } from "../test/bridge/editor.js";
import { behindTee, fixture, shell, TEE_MODES } from "../test/bridge/subject.js";

/** What an agent may do in its life, in POSIX shell; the words are safe between single quotes. */
const word = string({ unit: constantFrom(...'ab é{}\\\n"'), minLength: 1, maxLength: 8 });
const step = oneof(
  word.map((text) => `printf %s '${text}'`),
  word.map((text) => `printf %s '${text}' >&2`),
  constantFrom(
    "head -c 200000 /dev/zero",
    "head -c 100000 /dev/zero >&2",
    'read -r line; printf %s "$line"',
    "cat",
    "cat >/dev/null",
    "sleep 0.02",
    "exec <&-",
    "exec >&-",
    "exec 2>&-",
    "trap '' PIPE",
    "trap '' TERM",
  ),
);
const end = oneof(
  integer({ min: 0, max: 255 }).map((code) => `exit ${code}`),
  constantFrom("TERM", "KILL", "INT", "HUP", "PIPE", "SEGV", "ABRT", "USR1", "QUIT", "ALRM").map(
    (signal) => `kill -${signal} $$`,
  ),
  constantFrom("(sleep 0.1; printf late) & exit 1", "(sleep 0.1; printf late) & kill -KILL $$"),
);
const behaviours = record<Behaviour>({
  script: tuple(array(step, { maxLength: 5 }), end).map(([steps, last]) => [...steps, last].join("\n")),
  input: constantFrom<Behaviour["input"]>("", "one line\n", "one\ntwo", 100_000),
  wire: constantFrom<Wire>("sockets", ...(hasAnonymousPipes ? (["pipes"] as const) : [])),
});

/** An agent, what the client writes to it (a number stands for so many bytes) before it closes stdin, and over what. */
interface Behaviour {
  readonly script: string;
  readonly input: string | number;
  readonly wire: Wire;
}

for (const mode of TEE_MODES) {
  test(`whatever an agent does, it looks the same behind acp-tee as ${mode}`, async (t) => {
    const bridge = (agent: readonly string[]): readonly string[] => behindTee(agent, mode);
    const { summary, counterexample } = await tryClaim(claim(bridge, (stop) => t.teardown(stop)));
    t.equal(counterexample, undefined, summary);
  });
}

test("the same claim does not hold for a bridge made of two .pipe() calls", async (t) => {
  const piping = (agent: readonly string[]): readonly string[] => fixture("naive-tee", "close", ...agent);
  const { counterexample } = await tryClaim(
    claim(piping, (stop) => t.teardown(stop)),
    true,
  );
  t.match(counterexample, /Cannot accept \{.*\}: directly it is/);
});

function claim(
  bridge: (agent: readonly string[]) => readonly string[],
  teardown: (stop: () => void) => unknown,
): Claim<Behaviour> {
  const observe = async ({ input, wire }: Behaviour, argv: readonly string[]): Promise<string> => {
    const editor = await launch(teardown, wire, argv);
    editor.input.end(typeof input === "number" ? "x".repeat(input) : input);
    const [exit, stdout, stderr] = await Promise.all([editor.exit, editor.stdout, editor.stderr]);
    return JSON.stringify({ exit, stdout: shortened(stdout), stderr: shortened(stderr) });
  };
  return {
    inputs: behaviours,
    examples: [],
    runs: 20,
    async holds(behaviour) {
      const agent = shell(behaviour.script);
      const [expected, seen] = await Promise.all([
        observe(behaviour, agent),
        observe(behaviour, bridge(agent)),
      ]);
      if (seen !== expected) throw new Error(`Cannot accept ${seen}: directly it is ${expected}`);
    },
  };
}

/** Long stretches of one character as their length, to keep reports readable. */
function shortened(text: string): string {
  return text.replace(
    /(.)\1{50,}/gs,
    (stretch, character) => `<${stretch.length} × ${JSON.stringify(character)}>`,
  );
}
