import type { Transcript } from "../../../../src/driver/transcript.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { Json } from "../../../../src/wire/message.js";
import { type Answered, answersIn, answersOfClientIn, requestsIn } from "../../steps/messages.js";
import { at, member } from "../../steps/reply.js";

/** One terminal, from the response that gave its id on. */
export interface TerminalLife {
  readonly sessionId: Json | undefined;
  readonly created: Frame;
  /** The response that told the agent that the command has ended. */
  readonly ended: Frame | undefined;
  readonly released: Frame | undefined;
  /** The response to the prompt in whose turn it was made. */
  readonly turnEnd: Frame | undefined;
  /** The response to the next prompt of the session. */
  readonly nextTurnEnd: Frame | undefined;
}

/** Every terminal of a connection, by its id. */
export function terminalLives(transcript: Transcript): ReadonlyMap<Json | undefined, TerminalLife> {
  const answers = answersOfClientIn(transcript);
  const releases = requestsIn(transcript).filter(({ method }) => method === "terminal/release");
  const turns = answersIn(transcript).filter(({ method }) => method === "session/prompt");
  return new Map(
    answers
      .filter(
        ({ method, value }) =>
          method === "terminal/create" && at(value, "result", "terminalId") !== undefined,
      )
      .map((made) => {
        const terminalId = at(made.value, "result", "terminalId");
        const sessionId = sessionOf(made);
        const own = turns.filter((turn) => sessionOf(turn) === sessionId);
        const turn = own.find(
          ({ request, frame }) => request.number < made.frame.number && frame.number > made.frame.number,
        );
        const next = turn && own.find(({ request }) => request.number > turn.frame.number);
        const life = {
          sessionId,
          created: made.frame,
          ended: answers.find((answer) => terminalOf(answer) === terminalId && tellsEnd(answer))?.frame,
          released: releases.find(({ params }) => member(params, "terminalId") === terminalId)?.frame,
          turnEnd: turn?.frame,
          nextTurnEnd: next?.frame,
        };
        return [terminalId, life];
      }),
  );
}

function tellsEnd({ method, value }: Answered): boolean {
  if (method === "terminal/output") return (at(value, "result", "exitStatus") ?? null) !== null;
  return (method === "terminal/wait_for_exit" || method === "terminal/kill") && "result" in value;
}

function sessionOf({ request }: Answered): Json | undefined {
  return paramsOf(request, "sessionId");
}

function terminalOf({ request }: Answered): Json | undefined {
  return paramsOf(request, "terminalId");
}

function paramsOf({ message }: Frame, name: string): Json | undefined {
  return message.kind === "request" ? member(message.params, name) : undefined;
}
