import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { type Answered, resultsOf } from "../steps/messages.js";
import { onEach } from "../steps/passive.js";
import { at, items, member, shortly } from "../steps/reply.js";
import { updatesIn } from "../steps/turn.js";

/** Modes and config options of a new session (docs/protocol/v1/session-modes.mdx, session-config-options.mdx). */
export const optionChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.modes.ids-unique", modeStates, ({ ids, answer }) =>
    new Set(ids).size === ids.length
      ? undefined
      : {
          expected: "a mode id of its own for each mode",
          actual: ids.map(shortly).join(", "),
          frames: framesOf(answer),
        },
  ),
  onEach("acp.v1.modes.current-is-listed", modeStates, ({ ids, current, answer }) =>
    ids.includes(current ?? null)
      ? undefined
      : {
          expected: `currentModeId out of ${ids.map(shortly).join(", ")}`,
          actual: shortly(current),
          frames: framesOf(answer),
        },
  ),
  onEach("acp.v1.config.ids-unique", optionLists, ({ options, frames }) => {
    const ids = options.map((option) => member(option, "id"));
    return new Set(ids).size === ids.length
      ? undefined
      : { expected: "an id of its own for each config option", actual: ids.map(shortly).join(", "), frames };
  }),
  onEach("acp.v1.config.default-value", optionLists, ({ options, frames }) => {
    const bare = options.find((option) => (member(option, "currentValue") ?? null) === null);
    return bare === undefined
      ? undefined
      : {
          expected: "a current value for every option",
          actual: `none for ${shortly(member(bare, "id"))}`,
          frames,
        };
  }),
  onEach("acp.v1.config.current-in-options", selects, ({ option, frames }) => {
    const current = member(option, "currentValue");
    const values = valuesOf(option);
    return current === undefined || values.includes(current)
      ? undefined
      : {
          expected: `currentValue out of ${values.map(shortly).join(", ")}`,
          actual: shortly(current),
          frames,
        };
  }),
  onEach("acp.v1.config.category-namespace", categories, ({ category, frames }) => {
    const isFree = category.startsWith("_") || KNOWN_CATEGORIES.has(category);
    return isFree
      ? undefined
      : {
          expected: "a category of the protocol, or one that starts with _",
          actual: shortly(category),
          frames,
        };
  }),
];

/** docs/protocol/v1/session-config-options.mdx, "Option Categories": the schema leaves the set open for later names. */
const KNOWN_CATEGORIES: ReadonlySet<string> = new Set(["mode", "model", "model_config", "thought_level"]);

function framesOf({ request, frame }: Answered): Frame[] {
  return [request, frame];
}

function modeStates(transcript: Transcript): { ids: Json[]; current: Json | undefined; answer: Answered }[] {
  return resultsOf(transcript, "session/new").flatMap((answer) => {
    const { modes = null } = answer.result;
    if (modes === null) return [];
    const ids = items(member(modes, "availableModes")).map((mode) => member(mode, "id") ?? null);
    return [{ ids, current: member(modes, "currentModeId"), answer }];
  });
}

interface OptionList {
  readonly options: readonly Json[];
  readonly frames: readonly Frame[];
}

/** Every list of config options that the agent wrote, in results and in updates. */
export function optionLists(transcript: Transcript): OptionList[] {
  const given = ["session/new", "session/set_config_option"].flatMap((method) =>
    resultsOf(transcript, method).flatMap((answer) => {
      const { configOptions = null } = answer.result;
      return configOptions === null ? [] : [{ options: items(configOptions), frames: framesOf(answer) }];
    }),
  );
  const updated = updatesIn(transcript)
    .filter(({ kind }) => kind === "config_option_update")
    .map(({ frame, update }) => ({ options: items(update["configOptions"]), frames: [frame] }));
  return [...given, ...updated];
}

function each(transcript: Transcript): { option: Json; frames: readonly Frame[] }[] {
  return optionLists(transcript).flatMap(({ options, frames }) =>
    options.map((option) => ({ option, frames })),
  );
}

function selects(transcript: Transcript): { option: Json; frames: readonly Frame[] }[] {
  return each(transcript).filter(({ option }) => member(option, "type") === "select");
}

/** The values of a select option, whose list may be grouped. */
function valuesOf(option: Json): (Json | undefined)[] {
  return items(member(option, "options")).flatMap((item) => {
    const inner = items(member(item, "options"));
    return inner.length > 0 ? inner.map((value) => member(value, "value")) : [member(item, "value")];
  });
}

function categories(transcript: Transcript): { category: string; frames: readonly Frame[] }[] {
  return each(transcript).flatMap(({ option, frames }) => {
    const category = at(option, "category");
    return typeof category === "string" ? [{ category, frames }] : [];
  });
}
