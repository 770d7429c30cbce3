import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/wire/message.js";
import { writePrompt } from "../steps/ask.js";
import type { Session } from "../steps/setup.js";
import { begin, type Turn } from "../steps/turn.js";

/** A turn that writes a file, up to its permission request, which is left open. */
export interface PermissionTurn {
  readonly turn: Turn;
  readonly request: Frame;
  readonly params: JsonObject;
  /** Was the file written? */
  isWritten(): boolean;
  /** Answers the request, with its id as it was written. */
  answer(result: JsonObject): Frame;
}

/** Starts a turn that writes a file; undefined when it ends without asking for permission. */
export async function untilPermission(
  stage: AgentStage,
  session: Session,
): Promise<PermissionTurn | undefined> {
  const { connection } = session;
  connection.policy = { "session/request_permission": () => "held" };
  const name = "acp-assay-permission.txt";
  const turn = begin(session, writePrompt(stage, name));
  const asked = await Promise.race([
    connection.frame((frame) => isPermission(frame), turn.request.number),
    turn.reply.then(() => undefined),
  ]);
  if (asked?.message.kind !== "request") return undefined;
  const { id, params } = asked.message;
  return {
    turn,
    request: asked,
    params: isJsonObject(params) ? params : {},
    isWritten: () => existsSync(join(stage.cwd, name)),
    answer(result) {
      const [frame] = connection.writeRaw(
        `{"jsonrpc":"2.0","id":${id.raw},"result":${JSON.stringify(result)}}\n`,
      );
      if (frame === undefined) throw new Error("a response is one line");
      return frame;
    },
  };
}

/** The outcome that selects this option. */
export function selected(optionId: Json): JsonObject {
  return { outcome: { outcome: "selected", optionId } };
}

/** The outcome of a cancelled turn. */
export const CANCELLED: JsonObject = { outcome: { outcome: "cancelled" } };

function isPermission({ message }: Frame): boolean {
  return message.kind === "request" && message.method === "session/request_permission";
}
