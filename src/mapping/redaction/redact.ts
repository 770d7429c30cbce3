import type { Json } from "../../wire/message.js";
import { isArray } from "../moment/json-field.js";
import type { Redaction } from "../posture/redaction.js";
import { redactHomes, redactPersonal } from "./personal.js";
import { isCredentialName, redactSecrets, SECRET } from "./secrets.js";

/** What the floor needs to know of this machine and its user. */
export interface RedactionOptions {
  /** The home directory, where it is at no usual place. */
  readonly home?: string | undefined;
  /** Values that are secrets here, of four characters or more. */
  readonly configured?: readonly string[];
  /** Addresses and telephone numbers go too, unless this is false. */
  readonly pii?: boolean;
}

const SHORTEST_CONFIGURED = 4;
const MOST_LEVELS = 100;

/**
 * The floor under every text that an event shows at `redacted` (AEP-0003, 9.4): secrets, then configured values, then home
 * directories, then personal data. Takes time in proportion to the text.
 */
export function redactText(text: string, options: RedactionOptions = {}): string {
  let shown = redactSecrets(text);
  for (const value of options.configured ?? []) {
    if (value.length >= SHORTEST_CONFIGURED) shown = shown.replaceAll(value, () => SECRET);
  }
  shown = redactHomes(shown, options.home);
  return options.pii === false ? shown : redactPersonal(shown);
}

/**
 * A value with all its texts, names of members too, through `redactText`. What stands under the name of a credential is replaced whole, and so
 * is every value of an `env` or `headers`, in either of the forms that ACP and its peers use.
 */
export function redactValue(value: Json, options: RedactionOptions = {}): Json {
  return new ValueRedaction(options).redact(value, MOST_LEVELS);
}

/** The floor as what a mapping takes. */
export function redactionFloor(options: RedactionOptions = {}): Redaction {
  return {
    text: (text) => redactText(text, options),
    value: (value) => redactValue(value, options),
  };
}

class ValueRedaction {
  readonly #options: RedactionOptions;

  constructor(options: RedactionOptions) {
    this.#options = options;
  }

  redact(value: Json, levels: number): Json {
    if (typeof value === "string") return redactText(value, this.#options);
    if (typeof value !== "object" || value === null) return value;
    // Deeper than anything that a person wrote: nobody will look, and a stack is finite.
    if (levels === 0) return SECRET;
    if (isArray(value)) return value.map((item) => this.redact(item, levels - 1));
    return this.#members(value, levels - 1);
  }

  #members(value: { readonly [name: string]: Json }, levels: number): Json {
    const hidesValue = typeof value["name"] === "string" && isCredentialName(value["name"]);
    const members = Object.entries(value).map(([name, member]): [string, Json] => {
      const isSecret = isCredentialName(name) || (hidesValue && name === "value");
      if (isSecret && member !== null) return [redactText(name, this.#options), SECRET];
      const shown = isSettings(name) ? hideSettings(member) : member;
      return [redactText(name, this.#options), this.redact(shown, levels)];
    });
    return Object.fromEntries(members);
  }
}

function isSettings(name: string): boolean {
  return name === "env" || name === "headers";
}

/** Settings without their values: `{"NAME": …}` or `[{"name", "value": …}]`. */
function hideSettings(settings: Json): Json {
  if (isArray(settings)) return settings.map(hideSetting);
  if (typeof settings !== "object" || settings === null) return settings;
  return Object.fromEntries(Object.keys(settings).map((name) => [name, SECRET]));
}

function hideSetting(setting: Json): Json {
  if (typeof setting !== "object" || setting === null || isArray(setting)) return SECRET;
  return { ...setting, value: SECRET };
}
