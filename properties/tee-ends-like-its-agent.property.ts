import { array, constantFrom, integer, oneof, record, string, tuple } from "fast-check";
import { test } from "tap";
import { hasAnonymousPipes } from "../test/bridge/anonymous-pipe.js";
import { tryClaim } from "../test/bridge/claim.js";
import { launch, type Wire } from "../test/bridge/editor.js";
import { behindTee, shell } from "../test/bridge/subject.js";

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
const behaviour = record({
  script: tuple(array(step, { maxLength: 5 }), end).map(([steps, last]) => [...steps, last].join("\n")),
  input: constantFrom("", "one line\n", "one\ntwo", "x".repeat(100_000)),
  wire: constantFrom<Wire>("sockets", ...(hasAnonymousPipes ? (["pipes"] as const) : [])),
});

interface Behaviour {
  readonly script: string;
  readonly input: string;
  readonly wire: Wire;
}

test("whatever an agent does, it looks the same behind acp-tee", async (t) => {
  const observe = async ({ input, wire }: Behaviour, argv: readonly string[]): Promise<string> => {
    const editor = await launch((stop) => t.teardown(stop), wire, argv);
    editor.input.end(input);
    const [exit, stdout, stderr] = await Promise.all([editor.exit, editor.stdout, editor.stderr]);
    return JSON.stringify({ exit, stdout, stderr }).replace(
      /(?:\\u0000){9,}/g,
      (zeros) => `<${zeros.length / 6} zeros>`,
    );
  };

  const { summary, counterexample } = await tryClaim<Behaviour>({
    inputs: behaviour,
    examples: [],
    runs: 40,
    async holds(input) {
      const agent = shell(input.script);
      const [expected, seen] = await Promise.all([observe(input, agent), observe(input, behindTee(agent))]);
      if (seen !== expected) throw new Error(`Cannot accept ${seen}: directly it is ${expected}`);
    },
  });
  t.equal(counterexample, undefined, summary);
});
