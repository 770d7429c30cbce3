import type { Direction } from "../../wire/direction.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";

/** What stands in their place; the spelling is that of the redaction floor. */
const HIDDEN = "[REDACTED:secret]";
const SHORTEST = 4;
/** The longest that a system passes on in an environment (Linux: MAX_ARG_STRLEN). */
const LONGEST = 131_072;
/** More are not remembered, nor more than so many characters in all: each is looked for in every text. */
const MOST = 256;
const MOST_LENGTH = 1_048_576;

/** `Authorization: Bearer …` (RFC 9110, 11.4). */
const SCHEME = /^(?:bearer|basic|token) +(\S.*)$/i;

/** Members of an event that hold what the agent or the client wrote, names of members included. */
const CONTENT = new Set(["args", "args_redacted", "result", "result_redacted"]);
/** Members that are computed, or that name something elsewhere too: a port number may well stand in one by chance. */
const EXACT = new Set(["message_digest", "args_digest", "result_digest", "call_id", "type"]);
/**
 * Words of the protocol and of the mapping. They say the same whoever's setting they are as well: a server with `edit` in
 * its environment must not make an edit unreadable.
 */
const VOCABULARY = new Set(
  (
    "end_turn max_tokens max_turn_requests refusal cancelled read edit delete move search execute think fetch switch_mode " +
    "other pending in_progress completed failed user permission answered dismissed error untracked connection_closed"
  ).split(" "),
);

/**
 * The secrets of one session, as its client hands them over: the values of `env` and `headers` of its `mcpServers`
 * (schema definitions `EnvVariable` and `HttpHeader`). Known once, they are hidden wherever they turn up.
 */
export class SessionSecrets {
  readonly #values: string[] = [];
  #length = 0;

  /** `configured` are secrets from elsewhere, such as the token of a relay. */
  constructor(configured: readonly string[] = []) {
    for (const value of configured) this.#add(value);
  }

  /** Grows as more is learned. */
  get values(): readonly string[] {
    return this.#values;
  }

  learn(direction: Direction, message: Json): void {
    if (direction !== "c2a") return;
    // A batch, which ACP does not have, is still a line that a client may write.
    for (const part of isArray(message) ? message : [message]) {
      const params = isJsonObject(part) ? part["params"] : undefined;
      if (isJsonObject(params)) this.#learnServers(params["mcpServers"]);
    }
  }

  /** The data of an event without any of them; at every capture level, since they are nobody's content. */
  hide(data: JsonObject): JsonObject {
    if (this.#values.length === 0) return data;
    const members = Object.entries(data).map(([name, member]): [string, Json] => {
      if (CONTENT.has(name)) return [name, this.#hideAll(member)];
      if (EXACT.has(name)) return [name, member];
      return [name, isJsonObject(member) ? this.hide(member) : this.#hideWords(member)];
    });
    return Object.fromEntries(members);
  }

  #learnServers(servers: Json | undefined): void {
    if (!isArray(servers)) return;
    for (const server of servers) {
      if (!isJsonObject(server)) continue;
      for (const settings of [server["env"], server["headers"]])
        for (const value of valuesOf(settings)) this.#add(value);
    }
  }

  #hideWords(value: Json): Json {
    return typeof value === "string" && VOCABULARY.has(value) ? value : this.#hideAll(value);
  }

  #hideAll(value: Json): Json {
    if (typeof value === "string") return this.#hideText(value);
    if (isArray(value)) return value.map((item) => this.#hideAll(item));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      this.#hideText(name),
      this.#hideAll(member),
    ]);
    return Object.fromEntries(members);
  }

  #hideText(text: string): string {
    return this.#values.reduce((shown, secret) => shown.replaceAll(secret, () => HIDDEN), text);
  }

  /** Also as it stands in JSON that somebody has put into a text, and without the scheme in front of a token. */
  #add(value: string): void {
    const token = SCHEME.exec(value)?.[1] ?? value;
    const escaped = JSON.stringify(value).slice(1, -1);
    for (const spelled of new Set([value, escaped, token])) {
      const { length } = spelled;
      const isWorthHiding = length >= SHORTEST && length <= LONGEST && !this.#values.includes(spelled);
      if (!isWorthHiding || this.#values.length >= MOST || this.#length + length > MOST_LENGTH) continue;
      this.#values.push(spelled);
      this.#length += length;
    }
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

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
