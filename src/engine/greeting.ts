import type { JsonObject } from "../wire/message.js";

/** How a client of one protocol version begins a connection. */
export interface Greeting {
  /** The parameters of initialize, offering nothing unless told so; `requested` is the version that it asks for. */
  initialize(capabilities?: JsonObject, requested?: number): JsonObject;
  /** The method that logs in. */
  readonly loginMethod: string;
  /** Does an agent that answered so serve sessions? */
  offersSessions(result: JsonObject): boolean;
}

const WHO: JsonObject = { name: "acp-assay", version: "0.1.0" };

/** The greetings by version: docs/protocol/v1/initialization.mdx and authentication.mdx, docs/protocol/v2 of the same names. */
export const GREETINGS: Readonly<Record<1 | 2, Greeting>> = {
  1: {
    initialize: (clientCapabilities = {}, protocolVersion = 1) => ({
      protocolVersion,
      clientCapabilities,
      clientInfo: WHO,
    }),
    loginMethod: "authenticate",
    offersSessions: () => true,
  },
  2: {
    initialize: (capabilities = {}, protocolVersion = 2) => ({ protocolVersion, info: WHO, capabilities }),
    loginMethod: "auth/login",
    offersSessions: ({ capabilities }) => {
      const session = capabilities !== null && typeof capabilities === "object" && "session" in capabilities;
      return session && capabilities["session"] !== null;
    },
  },
};
