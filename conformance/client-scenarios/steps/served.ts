import type { Reply } from "../../../src/driver/conversation.js";
import type { ClientStage } from "../../../src/engine/client-scenario.js";
import { errorCode, framesOf, told } from "../../scenarios/steps/reply.js";

const METHOD_NOT_FOUND = -32601;

/** A method that the client announced exists, whatever else its policy makes of a call. */
export function judgeServed(stage: ClientStage, id: string, reply: Reply): void {
  if (errorCode(reply) !== METHOD_NOT_FOUND) return;
  stage.violated(id, {
    expected: "the method served, since the client announces it",
    actual: told(reply),
    frames: framesOf(reply),
  });
}
