import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { Json } from "../../../../src/wire/message.js";
import { resultsOf } from "../../../scenarios/steps/messages.js";
import { noteEach, onEach } from "../../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../../scenarios/steps/reply.js";
import { onValue, type Shown } from "../../../scenarios/steps/schema-check.js";
import { updatesIn } from "../../../scenarios/steps/turn.js";
import { greetings } from "../connection/initialize.js";

const SESSION_METHODS = ["session/new", "session/resume", "session/set_config_option"];

/** Config options and commands, wherever they are listed (docs/protocol/v2/session-config-options.mdx; slash-commands.mdx). */
export const optionChecks: readonly PassiveCheck[] = [
  onValue(
    "acp.v2.config.config-id",
    "SessionConfigOption",
    listed("configOptions"),
    ({ segments }) => segments.at(-1) === "configId" || segments.at(-1) === "groupId",
  ),
  onEach("acp.v2.jsonrpc.id-naming", named, ({ value, old, wanted, frames }) =>
    member(value, old) === undefined || member(value, wanted) !== undefined
      ? undefined
      : { expected: `${wanted}, as ids are named`, actual: `${old} ${shortly(member(value, old))}`, frames },
  ),
  onEach("acp.v2.config.current-listed", selects, ({ value, frames }) => {
    const values = valuesOf(value);
    const isFine =
      values.length > 0 &&
      new Set(values).size === values.length &&
      values.includes(member(value, "currentValue") ?? null);
    return isFine
      ? undefined
      : {
          expected: "currentValue among the values, each of which stands there once",
          actual: `currentValue ${shortly(member(value, "currentValue"))} and values ${shortly(values)}`,
          frames,
        };
  }),
  noteEach(
    "acp.v2.config.boolean-ungated",
    listed("configOptions"),
    ({ value }) => (member(value, "type") === "boolean" ? "a boolean option is offered" : undefined),
    "no boolean option is offered",
  ),
  onEach("acp.v2.session.new-initial-lists", initialLists, ({ list, name, frames }) =>
    Array.isArray(list) ? undefined : { expected: `${name} as an array`, actual: shortly(list), frames },
  ),
];

/** Commands (docs/protocol/v2/slash-commands.mdx, "AvailableCommandInput"; schema AvailableCommand and Command). */
export const commandChecks: readonly PassiveCheck[] = [
  onEach("acp.v2.commands.type-required", listed("availableCommands"), ({ value, frames }) =>
    typeof member(value, "type") === "string"
      ? undefined
      : { expected: "a command with a type", actual: shortly(value), frames },
  ),
  onEach("acp.v2.commands.input-type", inputs, ({ value, frames }) =>
    typeof member(value, "type") === "string"
      ? undefined
      : { expected: "input with a type", actual: shortly(value), frames },
  ),
  onEach("acp.v2.commands.name-syntax", commandLists, ({ names, frames }) => {
    const odd = names.find((name) => typeof name === "string" && /^\/|\s/.test(name));
    const isTwice = new Set(names).size !== names.length;
    return odd === undefined && !isTwice
      ? undefined
      : {
          expected: "names without a leading slash and without whitespace, each once",
          actual: shortly(odd ?? [...names]),
          frames,
        };
  }),
];

interface Listing {
  readonly list: Json;
  readonly frames: readonly Frame[];
}

/** Each place where such a list is given: in the results that begin a session, and in updates. */
function listings(transcript: Transcript, name: string): Listing[] {
  const given = SESSION_METHODS.flatMap((method) =>
    resultsOf(transcript, method).map(({ request, frame, result }) => ({
      list: result[name],
      frames: [request, frame],
    })),
  );
  const updated = updatesIn(transcript)
    .filter(
      ({ kind }) =>
        kind === (name === "configOptions" ? "config_option_update" : "available_commands_update"),
    )
    .map(({ update, frame }) => ({ list: update[name], frames: [frame] }));
  return [...given, ...updated].flatMap(({ list, frames }) => (list === undefined ? [] : [{ list, frames }]));
}

function listed(name: string): (transcript: Transcript) => Shown[] {
  return (transcript) =>
    listings(transcript, name).flatMap(({ list, frames }) => items(list).map((value) => ({ value, frames })));
}

function initialLists(transcript: Transcript): { name: string; list: Json; frames: readonly Frame[] }[] {
  return ["session/new", "session/resume"].flatMap((method) =>
    resultsOf(transcript, method).flatMap(({ request, frame, result }) =>
      ["configOptions", "availableCommands"].flatMap((name) => {
        const list = result[name];
        return list === undefined ? [] : [{ name, list, frames: [request, frame] }];
      }),
    ),
  );
}

function commandLists(transcript: Transcript): { names: Json[]; frames: readonly Frame[] }[] {
  return listings(transcript, "availableCommands").map(({ list, frames }) => ({
    names: items(list).map((command) => member(command, "name") ?? null),
    frames,
  }));
}

function inputs(transcript: Transcript): Shown[] {
  return listed("availableCommands")(transcript).flatMap(({ value, frames }) => {
    const input = member(value, "input") ?? null;
    return input === null ? [] : [{ value: input, frames }];
  });
}

function selects(transcript: Transcript): Shown[] {
  return listed("configOptions")(transcript).filter(({ value }) => member(value, "type") === "select");
}

function groupsOf(option: Json): readonly Json[] {
  return items(member(option, "options")).filter((each) => member(each, "options") !== undefined);
}

function valuesOf(option: Json): Json[] {
  const flat = [
    ...items(member(option, "options")).filter((each) => member(each, "options") === undefined),
    ...groupsOf(option).flatMap((group) => items(member(group, "options"))),
  ];
  return flat.map((each) => member(each, "value") ?? null);
}

interface Named {
  readonly value: Json;
  readonly old: string;
  readonly wanted: string;
  readonly frames: readonly Frame[];
}

/** What version 1 named otherwise: auth methods, config options and their groups. */
function named(transcript: Transcript): Named[] {
  const methods = greetings(transcript).flatMap(({ result, frames }) =>
    items(result["authMethods"]).map((value) => ({ value, old: "id", wanted: "methodId", frames })),
  );
  const options = listed("configOptions")(transcript);
  return [
    ...methods,
    ...options.map((shown) => ({ ...shown, old: "id", wanted: "configId" })),
    ...options.flatMap(({ value, frames }) =>
      groupsOf(value).map((group) => ({ value: group, old: "group", wanted: "groupId", frames })),
    ),
  ];
}
