/** What a scenario may want an agent to do in a prompt turn. */
export type Step =
  | "short"
  | "waitForCancel"
  | "longOutput"
  | "toolCall"
  | "failingTool"
  | "longTool"
  | "permission"
  | "severalPermissions"
  | "readFile"
  | "writeFile"
  | "terminal"
  | "longTerminal"
  | "plan"
  | "elicitForm"
  | "elicitUrl"
  | "elicitSecret"
  | "refuse"
  | "maxTokens"
  | "maxTurnRequests"
  | "command";

/** One step: what its prompt has to bring about, what it may hold, and what is asked where no script says better. */
export interface StepForm {
  readonly meaning: string;
  /** Names that stand in braces in the prompt; those in `required` have to. */
  readonly placeholders: readonly string[];
  readonly required: readonly string[];
  /** Left out where no text brings it about in just any agent. */
  readonly generic?: string;
}

/** Every step that a script can give a prompt for. */
export const STEPS: Readonly<Record<Step, StepForm>> = {
  short: form("a short answer, without any tool", [], "Reply with the single word: ready"),
  waitForCancel: form(
    "a turn that goes on, with updates, until it is cancelled",
    [],
    "Count slowly from 1 to 2000, one number per line, without using any tool",
  ),
  longOutput: form("much text, and then the end of the turn", [], "Count from 1 to 60, one number per line"),
  toolCall: form(
    "a tool call that succeeds and needs no permission",
    [],
    "List the files of the working directory with a tool, and reply with how many there are",
  ),
  failingTool: form(
    "a tool call that ends with an error: the file {path} does not exist",
    ["path"],
    "Read the file {path} with your tool for reading files and reply with its first word",
  ),
  longTool: form("a tool call that runs until the turn is cancelled", []),
  permission: form(
    "an operation that writes the file {name} in the working directory, and asks for permission first",
    ["name"],
    "Write a file named {name} in the working directory, holding the single word: ready",
  ),
  severalPermissions: form("two permission requests that are open at the same time", []),
  readFile: form(
    "reading the file {path} through fs/read_text_file where the client offers it",
    ["path"],
    "Read the file {path} and reply with its first word",
  ),
  writeFile: form(
    "writing the file {path} through fs/write_text_file where the client offers it",
    ["path"],
    "Write the file {path}, holding the single word: ready",
  ),
  terminal: form(
    "running {command} in a terminal of the client where it offers one",
    ["command"],
    "Run the command `{command}` in a terminal and reply with what it prints",
  ),
  longTerminal: form(
    "running {command}, which takes minutes, in a terminal of the client, and waiting for it",
    ["command"],
    "Run the command `{command}` in a terminal and wait until it has ended",
  ),
  plan: form(
    "a plan of several entries that is carried out within the turn",
    [],
    "Make a plan of three steps for describing the working directory, then carry it out step by step",
  ),
  elicitForm: form(
    "a question to the user by elicitation/create in form mode",
    [],
    "Before anything else, ask me with a form which of two colours I prefer",
  ),
  elicitUrl: form("an interaction by elicitation/create in URL mode", []),
  elicitSecret: form("a task that needs a secret of the user, such as a password", []),
  refuse: form("something that the agent refuses: stop reason refusal", []),
  maxTokens: form("a turn that hits the limit of tokens: stop reason max_tokens", []),
  maxTurnRequests: form("a turn that hits the limit of model requests: stop reason max_turn_requests", []),
  command: form("a slash command that the agent advertises and that does no harm, with its input", []),
};

/** Is this the name of a step? */
export function isStep(name: string): name is Step {
  return Object.hasOwn(STEPS, name);
}

function form(meaning: string, required: readonly string[], generic?: string): StepForm {
  return { meaning, placeholders: required, required, ...(generic === undefined ? {} : { generic }) };
}
