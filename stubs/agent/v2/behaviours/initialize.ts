import type { JsonObject } from "../../../../src/wire/message.js";
import { type BehaviourTwo, mutant } from "../behaviour.js";
import { changeResult, without } from "../change.js";
import { INITIALIZE, obedientAnswers } from "../obedient.js";

/** Mutants that break a rule of initialize. */
export const initializeMutants: readonly BehaviourTwo[] = [
  mutant(
    "nameless",
    "initialize gives no info",
    changeResult("initialize", (result) => without(result, "info")),
  ),
  mutant(
    "old-capability-name",
    "the capabilities stand there under their name of version 1 too",
    changeResult("initialize", (result) => ({ ...result, agentCapabilities: {} })),
  ),
  mutant("offers-old", "asked for an unknown version, it offers version 1", {
    answers: {
      initialize: (params, agent) =>
        params["protocolVersion"] === 65_535
          ? { result: { ...INITIALIZE, protocolVersion: 1 } }
          : (obedientAnswers["initialize"]?.(params, agent) ?? "silence"),
    },
  }),
  mutant(
    "boolean-marker",
    "session.delete is true",
    changeResult("initialize", (result) => {
      const { session } = result["capabilities"] as { session: JsonObject };
      return { ...result, capabilities: { session: { ...session, delete: true } } };
    }),
  ),
];
