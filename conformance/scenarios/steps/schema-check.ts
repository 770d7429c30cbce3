import type { Transcript } from "../../../src/driver/transcript.js";
import type { Finding, PassiveCheck } from "../../../src/engine/scenario.js";
import type { SchemaViolation } from "../../../src/protocol/schema-violation.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { answersIn, callsIn } from "./messages.js";
import { onEach } from "./passive.js";
import { updatesIn } from "./turn.js";

/** A value with the frames that show it. */
export interface Shown {
  readonly value: Json;
  readonly frames: readonly Frame[];
}

/** Which violations a requirement is about; without it, all of them. */
export type Owns = (violation: SchemaViolation) => boolean;

/** Violations of rules that these definitions set. */
export function by(...definitions: readonly string[]): Owns {
  return ({ definition }) => definitions.includes(definition);
}

/** Judges the results of a method by the schema. */
export function onResult(id: string, method: string, owns: Owns = () => true): PassiveCheck {
  return onEach(
    id,
    (transcript) =>
      answersIn(transcript).filter(
        (answer) => answer.method === method && answer.value["result"] !== undefined,
      ),
    ({ request, frame, value }, protocol) =>
      explain(protocol.judge("result", method, request.direction, value["result"]).find(owns), [
        request,
        frame,
      ]),
  );
}

/** Judges the params of calls from the subject by the schema. */
export function onCall(id: string, method: string, owns: Owns = () => true): PassiveCheck {
  return local(
    onEach(
      id,
      (transcript) => callsIn(transcript).filter((call) => call.method === method),
      ({ frame, params, id: callId }, protocol) => {
        const part = callId === undefined ? "notification" : "request";
        const violations = protocol
          .judge(part, method, frame.direction, params)
          .filter(({ rule }) => rule !== "kind");
        return explain(violations.find(owns), [frame]);
      },
    ),
  );
}

/** Judges session updates of some kinds by the schema. */
export function onUpdate(id: string, kinds: readonly string[], owns: Owns = () => true): PassiveCheck {
  return local(
    onEach(
      id,
      (transcript) => updatesIn(transcript).filter(({ kind }) => kinds.includes(kind)),
      ({ frame, update }, protocol) =>
        explain(protocol.judgeDefinition("SessionUpdate", update, "update").find(owns), [frame]),
    ),
  );
}

/** Judges values by one definition of the schema. */
export function onValue(
  id: string,
  definition: string,
  select: (transcript: Transcript) => readonly Shown[],
  owns: Owns = () => true,
): PassiveCheck {
  return onEach(id, select, ({ value, frames }, protocol) =>
    explain(protocol.judgeDefinition(definition, value).find(owns), frames),
  );
}

/** Such a check looks at each frame alone. */
function local(check: PassiveCheck): PassiveCheck {
  return { ...check, isLocal: true };
}

function explain(violation: SchemaViolation | undefined, frames: readonly Frame[]): Finding | undefined {
  if (violation === undefined) return undefined;
  const { path, expected, actual, definition } = violation;
  return { expected: `${path}: ${expected} (${definition})`, actual: `${path}: ${actual}`, frames };
}
