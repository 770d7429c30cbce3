import type { JsonObject } from "../../../wire/message.js";
import type { Offer } from "../model/command.js";

/** What the answers to initialize and to the set-up of a session say of the agent. */
export interface Announced {
  readonly initialize: JsonObject;
  readonly session: JsonObject;
}

const MODES: JsonObject = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask" },
    { id: "code", name: "Code", description: null },
  ],
};

const OPTIONS: readonly JsonObject[] = [
  {
    id: "model",
    name: "Model",
    type: "select",
    category: "_acp-assay",
    currentValue: "one",
    options: [
      { value: "one", name: "One" },
      { value: "two", name: "Two" },
    ],
  },
];

const EVERYTHING: JsonObject = {
  loadSession: true,
  promptCapabilities: { image: true, audio: true, embeddedContext: true },
  mcpCapabilities: { http: true, sse: true },
  sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
};

/** The announcements of an agent that offers these. */
export function announced(offers: ReadonlySet<Offer>): Announced {
  const capabilities = offers.has("everything") ? EVERYTHING : {};
  const future = offers.has("future") ? { _meta: { "acp-assay.example/future": [1, null] } } : {};
  return {
    initialize: {
      protocolVersion: 1,
      agentCapabilities: { ...capabilities, ...future },
      agentInfo: { name: "acp-assay", version: "0" },
      authMethods: [],
      ...future,
    },
    session: {
      ...(offers.has("modes") ? { modes: MODES } : {}),
      ...(offers.has("options") ? { configOptions: OPTIONS } : {}),
      ...future,
    },
  };
}
