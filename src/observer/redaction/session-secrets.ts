import type { Direction } from "../../wire/direction.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";

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
