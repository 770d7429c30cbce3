import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "tap";
import { parse } from "yaml";
import { PLAIN } from "../plain-node.js";
import { root } from "../root.js";

interface Step {
  readonly shell: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(join(root, "action.yml"), "utf8"));
const [step] = action.runs.steps;
if (step === undefined) throw new Error("no step");

const ODD = [
  "two words",
  "it's",
  '"quoted"',
  "$(touch owned)",
  "`touch owned`",
  "$HOME",
  "a;b|c&d",
  "*",
  "--role",
  "\\n",
];

/** Stands for the program of a checkout: it writes down what it is given, and exits as the test says. */
const WITNESS = `
process.getBuiltinModule("node:fs").writeFileSync("argv.json", JSON.stringify(process.argv.slice(2)));
process.exitCode = Number(process.env.WITNESS_EXIT ?? 0);
`;

/** Runs the step as GitHub does: inputs in the environment, the script in a file, the shell's own command line. */
function runStep(cwd: string, inputs: Readonly<Record<string, string>>, exit = 0) {
  const program = join(cwd, "checkout/dist/src/cli");
  mkdirSync(program, { recursive: true });
  writeFileSync(join(program, "main.js"), WITNESS);
  writeFileSync(join(cwd, "script"), step?.run ?? "");
  const values = { version: join(cwd, "checkout"), ...inputs };
  const env = Object.entries(step?.env ?? {}).map(([name, expression]) => {
    const [, input = ""] = /^\${{ inputs\.([\w-]+) }}$/.exec(expression) ?? [];
    const given = Object.entries(values).find(([key]) => key === input)?.[1];
    return [name, given ?? action.inputs[input]?.default ?? ""] as const;
  });
  const [command = "", ...args] = [...PLAIN, ...(step?.shell ?? "").split(" ")].map((word) =>
    word === "{0}" ? join(cwd, "script") : word,
  );
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      ...Object.fromEntries(env),
      GITHUB_OUTPUT: join(cwd, "output"),
      WITNESS_EXIT: `${exit}`,
    },
  });
  return { status, stderr, output: readFileSync(join(cwd, "output"), "utf8") };
}

function argvIn(cwd: string): string[] {
  return JSON.parse(readFileSync(join(cwd, "argv.json"), "utf8"));
}

test("the action hands odd arguments on unharmed, one a line", async (t) => {
  const cwd = t.testdir();
  const inputs = {
    subject: `${ODD.join("\n")}\n`,
    arguments: "prompt\n--strict\n",
    role: "agent",
    reports: "tap=a b/c.tap\n",
  };
  const { status, stderr } = runStep(cwd, inputs);

  t.equal(status, 0, stderr);
  t.same(argvIn(cwd), [
    "check",
    "prompt",
    "--strict",
    "--role",
    "agent",
    "--report",
    "tap=a b/c.tap",
    "--",
    ...ODD,
  ]);
  t.throws(() => readFileSync(join(cwd, "owned")), "nothing of it was run");
  t.ok(readFileSync(join(cwd, "script")).length > 0);
});

test("as a JSON array an argument may be empty or have a line end in it", async (t) => {
  const cwd = t.testdir();
  const odd = [...ODD, "", "two\nlines", "\u202e"];
  runStep(cwd, { subject: JSON.stringify(odd), reports: "" });

  t.same(argvIn(cwd), ["check", "--", ...odd]);
});

test("the action makes folders for its reports, and says in a word what came out", async (t) => {
  const verdicts = [0, 1, 2, 3, 4, 130].map((exit) => {
    const cwd = t.testdir({});
    const { status, output } = runStep(cwd, { subject: "node", baseline: "known failures.json" }, exit);
    t.equal(status, exit);
    return output;
  });
  const cwd = t.testdirName;

  t.same(
    verdicts.map((output) => /verdict=(\w+)\n$/.exec(output)?.[1]),
    ["passed", "failed", "usage", "harness", "untested", "harness"],
  );
  t.same(argvIn(cwd).slice(0, 5), [
    "check",
    "--baseline",
    "known failures.json",
    "--report",
    "json=acp-assay-report/run.json",
  ]);
  t.doesNotThrow(() => writeFileSync(join(cwd, "acp-assay-report/run.json"), ""));
});

test("no expression of GitHub stands in the script, where an input would become code", async (t) => {
  t.equal(action.runs.using, "composite");
  t.notMatch(step.run, /\$\{\{/);
  t.same(
    Object.values(step.env).filter((value) => !/^\${{ inputs\.[\w-]+ }}$/.test(value)),
    [],
  );
});
