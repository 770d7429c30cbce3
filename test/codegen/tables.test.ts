import * as sdkV1 from "@agentclientprotocol/sdk";
import * as sdkV2 from "@agentclientprotocol/sdk/experimental/v2";
import * as sdk121 from "sdk-1.2.1";
import { test } from "tap";
import { loadProtocol } from "../../src/protocol/load-protocol.js";
import type { Method } from "../../src/protocol/method.js";
import { schemaIds } from "../../src/protocol/schema-id.js";

const namesOf = (methods: readonly Method[], side: string) =>
  methods
    .filter((method) => method.side === side)
    .map((method) => method.name)
    .sort();

const sorted = (table: object) => Object.values(table).sort();

test("the generated tables hold what the schemas hold", async (t) => {
  const counts = await Promise.all(
    schemaIds.map(async (id) => {
      const { definitionCount, methods } = await loadProtocol(id);
      return [id, definitionCount, methods.length];
    }),
  );

  t.same(counts, [
    ["v1.19.0", 142, 23],
    ["v1", 178, 25],
    ["v2", 197, 18],
  ]);
});

test("the method tables are those of the SDK", async (t) => {
  for (const [id, sdk] of [
    ["v1", sdkV1],
    ["v2", sdkV2],
  ] as const) {
    const { methods } = await loadProtocol(id);
    t.same(namesOf(methods, "agent"), sorted(sdk.AGENT_METHODS), `${id}: what the agent handles`);
    t.same(namesOf(methods, "client"), sorted(sdk.CLIENT_METHODS), `${id}: what the client handles`);
    t.same(namesOf(methods, "protocol"), sorted(sdk.PROTOCOL_METHODS), `${id}: what both handle`);
  }
});

test("the methods of v1.19.0 are the stable ones of SDK 1.2.1", async (t) => {
  const { methods } = await loadProtocol("v1.19.0");
  const newer = (await loadProtocol("v1")).methods.filter(
    (method) => !method.name.startsWith("elicitation/"),
  );

  t.same(
    methods.map(({ name }) => name),
    newer.map(({ name }) => name),
    "v1 added only elicitation",
  );
  for (const [side, table] of [
    ["agent", sdk121.AGENT_METHODS],
    ["client", sdk121.CLIENT_METHODS],
  ] as const) {
    const known = new Set<string>(Object.values(table));
    t.ok(
      namesOf(methods, side).every((name) => known.has(name)),
      `the SDK lists each of them for the ${side}`,
    );
  }
});
