import type { Direction } from "../../wire/direction.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";

/** What stands in their place; the spelling is that of the redaction floor. */
const HIDDEN = "[REDACTED:secret]";

const SHORTEST = 4;
const LONGEST = 4_096;

/** More are not remembered: each is looked for in every text. */
const MOST = 256;

/**
 * The secrets of one session, as its client hands them over: the values of `env` and `headers` of its `mcpServers`
 * (schema definitions `EnvVariable` and `HttpHeader`). Known once, they are hidden wherever they turn up.
 */
export class SessionSecrets {
  readonly #values: string[];

  /** `configured` are secrets from elsewhere, such as the token of a relay. */
  constructor(configured: readonly string[] = []) {
    this.#values = configured.filter(isWorthHiding);
  }

  /** Grows as more is learned. */
  get values(): readonly string[] {
    return this.#values;
  }

  learn(direction: Direction, { params }: JsonObject): void {
    if (direction !== "c2a" || !isJsonObject(params)) return;
    const servers = params["mcpServers"];
    if (!isArray(servers)) return;
    for (const server of servers) {
      if (!isJsonObject(server)) continue;
      for (const settings of [server["env"], server["headers"]])
        for (const value of valuesOf(settings)) this.#add(value);
    }
  }

  /** The same value without any of them; at every capture level, since they are nobody's content. */
  hide<Value extends Json>(value: Value): Value {
    // The shape stays, only texts change.
    return this.#values.length === 0 ? value : (this.#hidden(value) as Value);
  }

  #hidden(value: Json): Json {
    if (typeof value === "string") {
      return this.#values.reduce((text, secret) => text.replaceAll(secret, () => HIDDEN), value);
    }
    if (isArray(value)) return value.map((item) => this.#hidden(item));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name, this.#hidden(member)]);
    return Object.fromEntries(members);
  }

  #add(value: string): void {
    if (!isWorthHiding(value) || this.#values.includes(value) || this.#values.length >= MOST) return;
    this.#values.push(value);
    // One secret may be a part of another, which is to go as a whole.
    this.#values.sort((left, right) => right.length - left.length);
  }
}

/** `[{"name", "value": …}]`, or the older `{"NAME": …}`. */
function valuesOf(settings: Json | undefined): string[] {
  const values = isArray(settings)
    ? settings.map((setting) => (isJsonObject(setting) ? setting["value"] : undefined))
    : Object.values(isJsonObject(settings) ? settings : {});
  return values.filter((value) => typeof value === "string");
}

function isWorthHiding(value: string): boolean {
  return value.length >= SHORTEST && value.length <= LONGEST;
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
