import { join } from "node:path";
import { array, constantFrom, integer, oneof, record, string, tuple } from "fast-check";
import { test } from "tap";
import { hasAnonymousPipes } from "../test/bridge/anonymous-pipe.js";
import { atOnce } from "../test/bridge/at-once.js";
import { type Claim, tryClaim } from "../test/bridge/claim.js";
import { launch, type Wire } from "../test/bridge/editor.js";
import { behindTee, fixture, shell, TEE_MODES } from "../test/bridge/subject.js";
import { newFolder } from "../test/new-folder.js";

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
  constantFrom("(sleep 0.03; printf late) & exit 1", "(sleep 0.03; printf late) & kill -KILL $$"),
);
const behaviours = record<Behaviour>({
  script: tuple(array(step, { maxLength: 5 }), end).map(([steps, last]) => [...steps, last].join("\n")),
  input: constantFrom<Behaviour["input"]>("", "one line\n", "one\ntwo", 100_000),
  // Anonymous pipes have to be borrowed, which takes longer than all the rest.
  wire: constantFrom<Wire>("sockets", "sockets", "sockets", hasAnonymousPipes ? "pipes" : "sockets"),
});

/** An agent, what the client writes to it (a number stands for so many bytes) before it closes stdin, and over what. */
interface Behaviour {
  readonly script: string;
  readonly input: string | number;
  readonly wire: Wire;
}

const RUNS = process.env["ACP_ASSAY_CAMPAIGN"] === undefined ? 150 : 5_000;
const AT_ONCE = 3;

test("whatever an agent does, it looks the same behind acp-tee", async (t) => {
  const folder = newFolder(t);
  const files = ["trace", "events", "state-dir"].flatMap((name) => [`--${name}`, join(folder, name)]);
  const settings = TEE_MODES.flatMap((mode) =>
    [[], [...files, "--max-file-bytes", "1000000"]].map((sinks) => ({ mode, sinks })),
  );
  const works = settings.map(({ mode, sinks }) => async () => {
    const bridge = (agent: readonly string[]): readonly string[] => behindTee([...sinks, ...agent], mode);
    const tried = claim(bridge, (stop) => t.teardown(stop), Math.ceil(RUNS / settings.length));
    const { summary, counterexample } = await tryClaim(tried);
    const name = `as ${mode}, ${sinks.length > 0 ? "observing" : "unobserved"}`;
    t.equal(counterexample, undefined, `${name}: ${summary}`);
  });
  await atOnce(AT_ONCE, works);
});

test("the same claim does not hold for a bridge made of two .pipe() calls", async (t) => {
  const piping = (agent: readonly string[]): readonly string[] => fixture("naive-tee", "close", ...agent);
  const { counterexample } = await tryClaim(
    claim(piping, (stop) => t.teardown(stop), 20),
    true,
  );
  t.match(counterexample, /Cannot accept \{.*\}: directly it is/);
});

function claim(
  bridge: (agent: readonly string[]) => readonly string[],
  teardown: (stop: () => void) => unknown,
  runs: number,
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
    runs,
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
