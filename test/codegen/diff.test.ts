import { test } from "tap";
import type { ChangeKind } from "../../src/codegen/diff/change.js";
import { diffSchemas } from "../../src/codegen/diff/schema-diff.js";
import type { SchemaDocument } from "../../src/codegen/json-schema.js";
import { readVendoredSchemas } from "../../src/codegen/vendored.js";
import { root } from "../root.js";

const vendored = new Map((await readVendoredSchemas(root)).map(({ id, document }) => [id, document]));

const schemaOf = (id: string): SchemaDocument => vendored.get(id) ?? missing(id);

function missing(id: string): never {
  throw new Error(`${id} is not vendored`);
}

const older = diffSchemas(schemaOf("v1.19.0"), schemaOf("v1"));
const newer = diffSchemas(schemaOf("v1"), schemaOf("v2"));

const pathsOf = ({ changes }: typeof older, kind: ChangeKind, detail?: string): readonly string[] =>
  changes
    .filter((one) => one.kind === kind && (detail === undefined || one.detail === detail))
    .map(({ path }) => path);

test("schema diff v1.19.0 v1", async (t) => {
  t.test("adds 36 definitions and removes none", async (t) => {
    t.same(older.counts, {
      "method-added": 2,
      "definition-added": 36,
      "property-added": 6,
      "union-arm-added": 7,
      "leniency-removed": 20,
      "leniency-added": 12,
      "default-changed": 1,
      "text-changed": 185,
    });
  });

  t.test("lists the definitions of elicitation, terminal login, compaction and notices", async (t) => {
    const elicitation = [
      ...["BooleanPropertySchema", "CompleteElicitationNotification", "CreateElicitationRequest"],
      ...["CreateElicitationResponse", "ElicitationAcceptAction", "ElicitationCapabilities"],
      ...["ElicitationContentValue", "ElicitationFormCapabilities", "ElicitationFormMode", "ElicitationId"],
      ...["ElicitationPropertySchema", "ElicitationRequestScope", "ElicitationSchema"],
      ...["ElicitationSchemaType", "ElicitationSessionScope", "ElicitationUrlCapabilities"],
      ...["ElicitationUrlMode", "EnumOption", "IntegerPropertySchema", "MultiSelectItems"],
      ...["MultiSelectPropertySchema", "NumberPropertySchema", "StringFormat", "StringMultiSelectItems"],
      ...["StringPropertySchema", "TitledMultiSelectItems"],
    ];
    const others = [
      ...["AuthCapabilities", "AuthMethodTerminal", "CompactionCapabilities", "CompactionId"],
      ...["CompactionStatus", "CompactionSummaryChunk", "CompactionUpdate", "Notice"],
      ...["NoticeCapabilities", "NoticeSeverity"],
    ];

    t.same(pathsOf(older, "definition-added"), [...elicitation, ...others].sort());
  });

  t.test("lists the new methods, arms, capabilities and fields as additive", async (t) => {
    t.same(pathsOf(older, "method-added"), ["elicitation/complete", "elicitation/create"]);
    t.same(pathsOf(older, "union-arm-added"), [
      "AgentNotification.params|CompleteElicitationNotification",
      "AgentRequest.params|CreateElicitationRequest",
      "AuthMethod|terminal",
      "ClientResponse|Result.result|CreateElicitationResponse",
      "SessionUpdate|compaction_summary_chunk",
      "SessionUpdate|compaction_update",
      "SessionUpdate|notice",
    ]);
    t.same(pathsOf(older, "property-added"), [
      "ClientCapabilities.auth",
      "ClientCapabilities.elicitation",
      "ClientSessionCapabilities.compaction",
      "ClientSessionCapabilities.notices",
      "ToolCall.name",
      "ToolCallUpdate.name",
    ]);
    t.match(
      older.changes.filter(({ path, kind }) => kind !== "text-changed" && path.startsWith("SessionUpdate|")),
      Array(3).fill({ severity: "additive", detail: "closed union: older readers refuse it" }),
    );
    t.match(
      older.changes.find(({ path }) => path === "AuthMethod|terminal"),
      { detail: /take it for an arm without a tag/ },
      "an older reader may take a terminal login for the agent's kind",
    );
  });

  t.test("lists the default that gained a group", async (t) => {
    t.match(
      older.changes.filter(({ kind }) => kind === "default-changed"),
      [
        {
          path: "InitializeRequest.clientCapabilities",
          severity: "additive",
          detail: /"auth":\{"terminal":false\}/,
        },
      ],
    );
  });

  t.test("lists the fields whose readers became strict as breaking", async (t) => {
    const lists = (name: string) => [`${name}.additionalDirectories`, `${name}.mcpServers`];

    t.same(pathsOf(older, "leniency-removed", "default-on-error"), [
      ...["args", "cwd", "env", "outputByteLimit"].map((name) => `CreateTerminalRequest.${name}`),
      ...lists("LoadSessionRequest"),
      ...lists("NewSessionRequest"),
      ...["ReadTextFileRequest.limit", "ReadTextFileRequest.line"],
      ...lists("ResumeSessionRequest"),
    ]);
    t.equal(older.severity, "breaking");
  });

  t.test("lists the lists that null may stand for as additive", async (t) => {
    t.same(pathsOf(older, "leniency-added", "default-on-null"), [
      ...["CreateTerminalRequest.args", "CreateTerminalRequest.env"],
      ...["LoadSessionRequest.additionalDirectories", "LoadSessionRequest.mcpServers"],
      ...["McpServerHttp.headers", "McpServerSse.headers", "McpServerStdio.args", "McpServerStdio.env"],
      ...["NewSessionRequest.additionalDirectories", "NewSessionRequest.mcpServers"],
      ...["ResumeSessionRequest.additionalDirectories", "ResumeSessionRequest.mcpServers"],
    ]);
  });

  t.test("lists what changed only in words as text", async (t) => {
    const texts = older.changes.filter(({ severity }) => severity === "text").map(({ path }) => path);

    for (const path of ["Cost.currency", "ToolCallLocation.line", "ErrorCode=-32002"])
      t.ok(texts.includes(path), path);
  });
});

test("schema diff v1 v2", async (t) => {
  t.test("removes and adds the methods of the second protocol version", async (t) => {
    t.same(pathsOf(newer, "method-removed"), [
      "authenticate",
      ...["fs/read_text_file", "fs/write_text_file"],
      "logout",
      ...["session/load", "session/set_mode"],
      ...["create", "kill", "output", "release", "wait_for_exit"].map((name) => `terminal/${name}`),
    ]);
    t.same(pathsOf(newer, "method-added"), [
      ...["auth/login", "auth/logout"],
      ...["terminal/cancel", "tool_call/cancel"],
    ]);
    t.same(
      newer.changes.filter(({ kind }) => kind === "method-changed").map(({ path, detail }) => [path, detail]),
      [
        ["session/cancel", "CancelNotification → CancelSessionNotification"],
        ["session/update", "SessionNotification → UpdateSessionNotification"],
      ],
    );
  });

  t.test("has these numbers", async (t) => {
    t.equal(newer.severity, "breaking");
    t.match(newer.counts, {
      "method-removed": 11,
      "method-added": 4,
      "definition-removed": 44,
      "definition-added": 63,
      "required-added": 12,
      "required-dropped": 4,
      "property-removed": 27,
      "property-added": 15,
      "type-changed": 2,
      "type-narrowed": 7,
      "type-widened": 13,
      "enum-member-added": 4,
      "union-arm-removed": 30,
      "union-arm-added": 30,
      "leniency-removed": 8,
      "leniency-added": 1,
      "bound-tightened": 13,
      "bound-loosened": 1,
      "format-changed": 13,
      "default-changed": 9,
    });
  });

  t.test("lists what became required, narrower and wider", async (t) => {
    const rows = newer.changes.map(({ severity, kind, path }) => `${severity} ${kind} ${path}`);

    for (const row of [
      "breaking required-added InitializeRequest.info",
      "breaking required-added PromptResponse.messageId",
      "breaking required-added RequestPermissionRequest.title",
      "breaking property-removed PromptResponse.stopReason",
      "breaking type-narrowed RequestId",
      "breaking type-narrowed ElicitationFormMode",
      "breaking bound-tightened Annotations.priority",
      "breaking bound-tightened RequestPermissionRequest.options",
      "breaking format-changed ResourceLink.size",
      "breaking union-arm-removed SessionUpdate|tool_call",
      "breaking reference-changed McpServer|stdio",
      "additive type-widened ToolKind",
      "additive enum-member-added ToolCallStatus",
      "additive required-dropped NewSessionRequest.mcpServers",
      "additive format-changed TerminalExitStatus.exitCode",
      "text reference-changed AgentResponse|Error.id",
    ]) {
      t.ok(rows.includes(row), row);
    }
  });
});
