import { isJsonObject, type Json, type JsonObject } from "../../../wire/message.js";
import type { Offers } from "../../model/client-model.js";
import type { SessionAct } from "../../model/command.js";

/** What an agent offers by its answer to initialize, and by the first session that it gave. */
export function offersOf(initialize: JsonObject, session: Json): Offers {
  const capabilities = member(initialize, "agentCapabilities");
  const ofSessions = member(capabilities, "sessionCapabilities");
  const acts: SessionAct[] = (["resume", "close", "delete"] as const).filter((act) =>
    isJsonObject(member(ofSessions, act)),
  );
  if (member(capabilities, "loadSession") === true) acts.push("load");
  return {
    acts: new Set(acts),
    list: isJsonObject(member(ofSessions, "list")),
    modes: modeIds(session).length > 0,
    options: optionValues(session).length > 0,
  };
}

/** The ids of a session's modes. */
export function modeIds(session: Json): string[] {
  return objects(member(member(session, "modes"), "availableModes")).flatMap(({ id }) =>
    typeof id === "string" ? [id] : [],
  );
}

/** A config option with one of its values. */
export interface OptionValue {
  readonly configId: string;
  readonly value: string;
}

/** Every value of every config option that is a plain list. */
export function optionValues(session: Json): OptionValue[] {
  return objects(member(session, "configOptions")).flatMap(({ id, options = [] }) =>
    objects(options).flatMap(({ value }) =>
      typeof id === "string" && typeof value === "string" ? [{ configId: id, value }] : [],
    ),
  );
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function objects(value: Json | undefined): JsonObject[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  return items.filter(isJsonObject);
}
