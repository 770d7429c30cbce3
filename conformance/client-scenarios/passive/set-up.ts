import { isAbsolute } from "node:path";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { noteEach, onEach } from "../../scenarios/steps/passive.js";
import { items, member, shortly } from "../../scenarios/steps/reply.js";
import { onValue, type Shown } from "../../scenarios/steps/schema-check.js";
import { type Asked, setUps } from "../steps/exchanges.js";

/** MCP servers that a client names (docs/protocol/v1/session-setup.mdx, "MCP Servers"; schema McpServer). */
export const serverChecks: readonly PassiveCheck[] = [
  onValue("acp.v1.mcp.stdio-schema", "McpServerStdio", ofType("stdio")),
  onValue("acp.v1.mcp.http-schema", "McpServerHttp", ofType("http")),
  onValue("acp.v1.mcp.sse-schema", "McpServerSse", ofType("sse")),
  onEach("acp.v1.mcp.stdio-command-absolute", ofType("stdio"), ({ value, frames }) => {
    const command = member(value, "command");
    return typeof command !== "string" || isAbsolutePath(command)
      ? undefined
      : { expected: "an absolute path as command", actual: shortly(command), frames };
  }),
  noteEach(
    "acp.v1.mcp.stdio-type-member",
    ofType("stdio"),
    ({ value }) =>
      member(value, "type") === undefined
        ? undefined
        : `a stdio server has type ${shortly(member(value, "type"))}`,
    "stdio servers have no type",
  ),
  noteEach(
    "acp.v1.mcp.sse-deprecated",
    setUps,
    ({ params }) =>
      items(member(params, "mcpServers")).some((server) => kindOf(server) === "sse")
        ? "a server of type sse is used"
        : undefined,
    "no server of type sse is used",
  ),
  noteEach(
    "acp.v1.mcp.stdio-env-optional-doc",
    ofType("stdio"),
    ({ value }) => (member(value, "env") === undefined ? "a stdio server has no env" : undefined),
    "stdio servers have env",
  ),
];

/** More roots of a session (docs/protocol/v1/session-setup.mdx, "Additional Workspace Roots"). */
export const rootChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.dirs.not-null", withRoots, ({ frame, params }) => {
    const roots = member(params, "additionalDirectories");
    const isGood = Array.isArray(roots) && roots.every((root) => typeof root === "string");
    return isGood ? undefined : { expected: "an array of strings", actual: shortly(roots), frames: [frame] };
  }),
  onEach("acp.v1.dirs.absolute", roots, ({ value, frames }) =>
    typeof value !== "string" || isAbsolutePath(value)
      ? undefined
      : { expected: "an absolute path", actual: shortly(value), frames },
  ),
  onEach("acp.v1.dirs.dedupe", withRoots, ({ frame, params }) => {
    const all = [member(params, "cwd") ?? null, ...items(member(params, "additionalDirectories"))];
    return new Set(all).size === all.length
      ? undefined
      : {
          expected: "each root once, and cwd not among them",
          actual: all.map(shortly).join(", "),
          frames: [frame],
        };
  }),
  onEach("acp.v1.dirs.resend-on-load", returnsWithRoots, ({ created, again }) => {
    const [before, after] = [created, again].map(({ params }) =>
      shortly(member(params, "additionalDirectories")),
    );
    return before === after
      ? undefined
      : {
          expected: `the whole list again, ${before}`,
          actual: after ?? "nothing",
          frames: [created.frame, again.frame],
        };
  }),
];

function isAbsolutePath(path: string): boolean {
  return isAbsolute(path) || /^([A-Za-z]:[\\/]|\\\\)/.test(path);
}

/** Entries of mcpServers; what is neither http nor sse is read as stdio. */
function ofType(type: "stdio" | "http" | "sse"): (transcript: Transcript) => Shown[] {
  return (transcript) =>
    setUps(transcript).flatMap(({ frame, params }) =>
      items(member(params, "mcpServers"))
        .filter((server) => kindOf(server) === type)
        .map((value) => ({ value, frames: [frame] })),
    );
}

function kindOf(server: Json): string {
  const type = member(server, "type");
  return type === "http" || type === "sse" ? type : "stdio";
}

function withRoots(transcript: Transcript): Asked[] {
  return setUps(transcript).filter(({ params }) => member(params, "additionalDirectories") !== undefined);
}

function roots(transcript: Transcript): { value: Json; frames: Frame[] }[] {
  return withRoots(transcript).flatMap(({ frame, params }) =>
    items(member(params, "additionalDirectories")).map((value) => ({ value, frames: [frame] })),
  );
}

/** Loads and resumes of sessions that were created with more roots on the same connection. */
function returnsWithRoots(transcript: Transcript): { created: Asked; again: Asked }[] {
  const all = setUps(transcript);
  return all.flatMap((again) => {
    const sessionId = member(again.params, "sessionId");
    const created = withRoots(transcript).find(({ result }) => result["sessionId"] === sessionId);
    return again.method === "session/new" || created === undefined ? [] : [{ created, again }];
  });
}
