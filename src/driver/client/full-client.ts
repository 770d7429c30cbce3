import type { JsonObject } from "../../wire/message.js";
import { type Policy, selectOption } from "../client-policy.js";
import type { Answer } from "./answers.js";
import { fillForm } from "./form.js";
import { Terminals } from "./terminals.js";
import { Workspace } from "./workspace.js";

/** What a client offers: nothing that is not named here. */
export interface Offer {
  readonly readTextFile?: boolean;
  readonly writeTextFile?: boolean;
  readonly terminal?: boolean;
  /** The capability object itself, since an empty one means something of its own. */
  readonly elicitation?: JsonObject;
}

/** A client that really does what it offers: files and terminals of one directory, permissions, elicitations. */
export interface FullClient {
  readonly workspace: Workspace;
  readonly terminals: Terminals;
  /** The `clientCapabilities` that say so. */
  readonly capabilities: JsonObject;
  readonly policy: Policy;
  /** Ends every command that still runs. */
  close(): void;
}

/** Makes a client with this directory as its workspace. What it does not offer it answers with -32601. */
export function fullClient(root: string, offer: Offer): FullClient {
  const workspace = new Workspace(root);
  const terminals = new Terminals(workspace);
  const { readTextFile = false, writeTextFile = false, terminal = false, elicitation } = offer;
  return {
    workspace,
    terminals,
    capabilities: {
      ...(readTextFile || writeTextFile ? { fs: { readTextFile, writeTextFile } } : {}),
      ...(terminal ? { terminal } : {}),
      ...(elicitation === undefined ? {} : { elicitation }),
    },
    policy: {
      "session/request_permission": (params) => selectOption(params, "allow"),
      ...(readTextFile ? { "fs/read_text_file": (params: JsonObject) => workspace.read(params) } : {}),
      ...(writeTextFile ? { "fs/write_text_file": (params: JsonObject) => workspace.write(params) } : {}),
      ...(terminal ? terminalPolicy(terminals) : {}),
      ...(elicitation === undefined ? {} : { "elicitation/create": accept }),
    },
    close: () => terminals.killAll(),
  };
}

/** Accepts an elicitation: a form with fitting values, a URL without opening it. */
export function accept({ mode, requestedSchema }: JsonObject): Answer {
  const content = mode === "form" ? { content: fillForm(requestedSchema, "ready") } : {};
  return { result: { action: "accept", ...content } };
}

function terminalPolicy(terminals: Terminals): Policy {
  return {
    "terminal/create": (params) => terminals.create(params),
    "terminal/output": (params) => terminals.output(params),
    "terminal/wait_for_exit": (params) => terminals.waitForExit(params),
    "terminal/kill": (params) => terminals.kill(params),
    "terminal/release": (params) => terminals.release(params),
  };
}
