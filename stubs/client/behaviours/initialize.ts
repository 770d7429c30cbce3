import { isJsonObject, type Json } from "../../../src/wire/message.js";
import { type Behaviour, mutant } from "../behaviour.js";
import {
  alsoSends,
  changeCall,
  changeCapabilities,
  replaceVersion,
  takesForOffered,
  without,
} from "../change.js";

/** Defects in the introduction, and in what is made of the agent's. */
export const initializeMutants: readonly Behaviour[] = [
  mutant("session-first", "asks for a session before it initializes", {
    start: (client) =>
      client.write(
        '{"jsonrpc":"2.0","id":"early","method":"session/new","params":{"cwd":"/","mcpServers":[]}}\n',
      ),
  }),
  mutant(
    "version-text",
    "gives its version as text",
    changeCall("initialize", (params) => ({ ...params, protocolVersion: "1" })),
  ),
  mutant(
    "version-negative",
    "gives a negative version",
    changeCall("initialize", (params) => ({ ...params, protocolVersion: -1 })),
  ),
  mutant(
    "no-capabilities",
    "says nothing of its capabilities",
    changeCall("initialize", (params) => without(params, "clientCapabilities")),
  ),
  mutant(
    "nameless",
    "does not name itself",
    changeCall("initialize", (params) => without(params, "clientInfo")),
  ),
  mutant(
    "info-without-version",
    "names itself without a version",
    changeCall("initialize", (params) => ({ ...params, clientInfo: { name: "raw-client" } })),
  ),
  mutant(
    "capability-text",
    "says yes in text",
    changeCapabilities((all) => ({ ...all, terminal: "yes" })),
  ),
  mutant("any-version", "takes any version of the agent for its own", {
    incoming: (message) => {
      const result = message.kind === "response" ? message.value["result"] : undefined;
      if (typeof result === "object" && result !== null && "protocolVersion" in result)
        Object.assign(result, { protocolVersion: 1 });
      return false;
    },
  }),
  mutant("asks-less", "asks for version 1 though it speaks 2 as well", {
    incoming: (message) => replaceVersion(message, 2, 1),
  }),
  mutant("hangs-at-older", "waits for better days when the agent speaks an older version", {
    incoming: (message) =>
      message.kind === "response" && member(message.value["result"], "protocolVersion") === 0,
  }),
  mutant(
    "custom-capability",
    "announces something of its own beside the capabilities of the protocol",
    changeCapabilities((all) => ({ ...all, "raw-client.example/panes": true })),
  ),
  mutant(
    "speaks-two",
    "logs out as in version 2 though version 1 was agreed on",
    alsoSends({ id: "two", method: "auth/logout", params: {} }),
  ),
  ...(
    [
      ["loads-always", { loadSession: true }],
      ["resumes-always", { sessionCapabilities: { resume: {} } }],
      ["closes-always", { sessionCapabilities: { close: {} } }],
      ["deletes-always", { sessionCapabilities: { delete: {} } }],
      ["lists-always", { sessionCapabilities: { list: {} } }],
      ["roots-always", { sessionCapabilities: { additionalDirectories: {} } }],
      ["logs-out-always", { auth: { logout: {} } }],
      ["http-always", { mcpCapabilities: { http: true } }],
      ["sse-always", { mcpCapabilities: { sse: true } }],
      ["images-always", { promptCapabilities: { image: true } }],
      ["embeds-always", { promptCapabilities: { embeddedContext: true } }],
    ] as const
  ).map(([name, more]) =>
    mutant(name, `takes for announced: ${JSON.stringify(more)}`, takesForOffered(more)),
  ),
  mutant("null-is-yes", "takes a capability that is null for announced", {
    offered: (capabilities) => JSON.parse(JSON.stringify(capabilities).replaceAll(":null", ":{}")),
  }),
  mutant("shuns-load", "works only with an agent that loads no sessions", {
    offered: (capabilities) => {
      if (capabilities["loadSession"] === true) throw new Error("the agent can load sessions");
      return capabilities;
    },
  }),
  mutant("strict-capabilities", "refuses an agent with a capability that it does not know", {
    offered: (capabilities) => {
      if ("acpAssayFuture" in capabilities) throw new Error("the agent has strange capabilities");
      return capabilities;
    },
  }),
];

function member(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}
