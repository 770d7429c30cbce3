import type { Json, JsonObject } from "../../wire/message.js";
import { pureSha256, type Sha256 } from "../digest/digest.js";
import type { MappedEvent, MappingOptions } from "../moment/moment.js";
import { type Level, shows } from "./level.js";
import { noRedaction, type Redaction } from "./redaction.js";

/** The options of a mapping, complete. */
export class Posture {
  readonly deltas: boolean;
  readonly level: Level;
  readonly attention: Level;
  readonly sha256: Sha256;
  readonly #redact: Redaction;

  constructor({ deltas, ceiling, attention, redact, sha256 }: MappingOptions) {
    this.level = ceiling ?? "metadata";
    this.attention = attention ?? ceiling ?? "redacted";
    this.deltas = deltas === true && shows(this.level, "redacted");
    this.sha256 = sha256 ?? pureSha256;
    this.#redact = redact ?? noRedaction;
  }

  /** The level of an event of this type. */
  levelOf(type: string): Level {
    return type.startsWith("attention.") ? this.attention : this.level;
  }

  /** Free text, as an event of this level may show it. */
  text(text: string, level: Level = this.level): string {
    return level === "full" ? text : this.#redact.text(text);
  }

  /** A value with free text in it. */
  value(value: Json): Json {
    return this.#redact.value(value);
  }

  /** An event that shows nothing above its level. */
  event(type: string, data: JsonObject, subject?: string): MappedEvent {
    const shown = this.levelOf(type) === "none" ? {} : data;
    return subject === undefined ? { type, data: shown } : { type, data: shown, subject };
  }
}

const postures = new WeakMap<MappingOptions, Posture>();
const DEFAULT: MappingOptions = {};

/** The posture of these options, made once for each options object. */
export function postureOf(options: MappingOptions = DEFAULT): Posture {
  const known = postures.get(options);
  if (known !== undefined) return known;
  const posture = new Posture(options);
  postures.set(options, posture);
  return posture;
}
