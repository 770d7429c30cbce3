import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Json } from "../../../src/wire/message.js";
import { onEach } from "../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../scenarios/steps/reply.js";
import { onCall } from "../../scenarios/steps/schema-check.js";
import { type Asked, askedFor, askedIn } from "../steps/exchanges.js";

/** What a client chooses among what its agent listed: modes, options, ways to log in. */
export const choiceChecks: readonly PassiveCheck[] = [
  onCall("acp.v1.modes.set-request-schema", "session/set_mode"),
  onEach("acp.v1.modes.set-listed-only", among("session/set_mode", "modeId", modeIds), notAmong),
  onCall("acp.v1.config.set-schema", "session/set_config_option"),
  onEach("acp.v1.config.set-value-listed", selections, notAmong),
  onCall("acp.v1.auth.authenticate-schema", "authenticate"),
  onEach("acp.v1.auth.advertised-id-only", among("authenticate", "methodId", authIds), notAmong),
];

interface Choice {
  readonly asked: Asked;
  readonly value: Json | undefined;
  readonly listed: readonly (Json | undefined)[];
}

function notAmong({
  asked,
  value,
  listed,
}: Choice): { expected: string; actual: string; frames: Asked["frame"][] } | undefined {
  return listed.includes(value)
    ? undefined
    : { expected: `one of ${listed.map(shortly).join(", ")}`, actual: shortly(value), frames: [asked.frame] };
}

type Lister = (transcript: Transcript) => (Json | undefined)[];

/** Requests for a method with the choice in one of its params; none where the agent listed nothing. */
function among(method: string, key: string, list: Lister): (transcript: Transcript) => Choice[] {
  return (transcript) => {
    const listed = list(transcript);
    return listed.length === 0
      ? []
      : askedFor(transcript, method).map((asked) => ({ asked, value: member(asked.params, key), listed }));
  };
}

function modeIds(transcript: Transcript): (Json | undefined)[] {
  return askedIn(transcript).flatMap(({ result }) =>
    items(member(result["modes"], "availableModes")).map((mode) => member(mode, "id")),
  );
}

function authIds(transcript: Transcript): (Json | undefined)[] {
  return askedFor(transcript, "initialize").flatMap(({ result }) =>
    items(result["authMethods"]).map((method) => member(method, "id")),
  );
}

/** Values set for select options, which come in a list or in groups of lists. */
function selections(transcript: Transcript): Choice[] {
  const options = askedIn(transcript).flatMap(({ result }) => items(result["configOptions"]));
  return askedFor(transcript, "session/set_config_option").flatMap((asked) => {
    const configId = member(asked.params, "configId");
    const option = options.find((one) => member(one, "id") === configId && member(one, "type") === "select");
    if (option === undefined) return [];
    const entries = items(member(option, "options")).flatMap((entry) => [
      entry,
      ...items(member(entry, "options")),
    ]);
    const listed = entries.map((entry) => member(entry, "value")).filter((value) => value !== undefined);
    return [{ asked, value: member(asked.params, "value"), listed }];
  });
}
