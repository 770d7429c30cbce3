import { parseArgs } from "node:util";
import { AgentProcess } from "./agent-process.js";
import { Editor } from "./editor.js";
import { Workspace } from "./workspace.js";

// `main [--prompt TEXT]… [--cancel-after-ms N] -- AGENT ARGS…` runs the prompts and prints what the agent does. It
// exits with 1 when a request failed or the agent did not end with code 0, with 2 when it was called wrongly.
const USAGE = "usage: [--prompt TEXT]... [--cancel-after-ms N] -- AGENT ARGS...";

interface Arguments {
  readonly command: readonly string[];
  readonly prompts: readonly string[];
  readonly cancelAfterMs: number | undefined;
}

const given = readArguments();
if (given !== undefined) {
  const problem = await drive(given);
  if (problem !== undefined) complain(problem, 1);
}

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { prompt: { type: "string", multiple: true }, "cancel-after-ms": { type: "string" } },
      allowPositionals: true,
    });
    if (positionals.length === 0) throw new Error("No agent is given");
    const cancelAfter = values["cancel-after-ms"];
    const cancelAfterMs = cancelAfter === undefined ? undefined : Number(cancelAfter);
    return { command: positionals, prompts: values.prompt ?? ["hello"], cancelAfterMs };
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, 2);
    return undefined;
  }
}

/** Runs the prompts against the agent and returns what went wrong, if anything did. */
async function drive({ command, prompts, cancelAfterMs }: Arguments): Promise<string | undefined> {
  const workspace = await Workspace.create();
  const editor = new Editor(workspace, (line) => process.stdout.write(`${line}\n`));
  const agent = new AgentProcess(command);
  const connection = editor.app.connect(agent.stream);
  const failure = await editor.run(connection.agent, prompts, cancelAfterMs).then(
    () => undefined,
    (error: unknown) => `Request failed: ${error instanceof Error ? error.message : String(error)}`,
  );
  const exitProblem = await agent.end();
  editor.close();
  await workspace.remove();
  return exitProblem ?? failure;
}

function complain(reason: string, exitCode: number): void {
  process.stderr.write(`editor: ${reason}\n`);
  process.exitCode = exitCode;
}
