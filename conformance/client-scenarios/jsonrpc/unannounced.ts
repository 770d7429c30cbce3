import { join } from "node:path";
import type { ClientScenario } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn, notApplicable } from "../steps/turn.js";

const OPTIONAL = "acp.v1.jsonrpc.unadvertised-optional-method";
const FILES = "acp.v1.fs.unadvertised";

interface Call {
  readonly method: string;
  /** Where the client would announce it. */
  readonly capability: readonly string[];
  readonly params: (turn: ClientTurn) => JsonObject;
}

const CALLS: readonly Call[] = [
  { method: "fs/read_text_file", capability: ["fs", "readTextFile"], params: pathOf },
  {
    method: "fs/write_text_file",
    capability: ["fs", "writeTextFile"],
    params: (turn) => ({ ...pathOf(turn), content: "" }),
  },
  { method: "terminal/create", capability: ["terminal"], params: () => ({ command: "true" }) },
];

/** Methods that a client does not announce: which error it gives is left open, so the answers are written down. */
export const unannounced: ClientScenario = inTurn(
  "jsonrpc/unannounced",
  [OPTIONAL, FILES],
  async (stage, turn) => {
    const others = CALLS.filter(({ capability }) => !turn.can(...capability));
    if (others.length === 0) notApplicable(stage, [OPTIONAL], "the client announces every method");
    if (!others.some(isOfFiles)) notApplicable(stage, [FILES], "the client announces every file method");
    for (const call of others) {
      const note = `${call.method}, which is not announced: ${told(await turn.ask(call.method, call.params(turn)))}`;
      stage.recorded(OPTIONAL, note);
      if (isOfFiles(call)) stage.recorded(FILES, note);
    }
  },
);

function isOfFiles({ method }: Call): boolean {
  return method.startsWith("fs/");
}

/** A place that does not exist, so that nothing is harmed where the call is served all the same. */
function pathOf({ cwd = "/" }: ClientTurn): JsonObject {
  return { path: join(cwd, ".acp-assay-none", "note.txt") };
}
