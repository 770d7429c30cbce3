import type { Exports, Release } from "./release.js";

/** Something in a newer release that asks for work here. */
export interface Trigger {
  readonly id: "v1-release" | "v2-stable" | "second-transport";
  readonly fired: boolean;
  /** What was seen, fired or not. */
  readonly detail: string;
}

const EXPERIMENTAL = "./experimental/";

const TRANSPORT_WORDS: ReadonlySet<string> = new Set([
  ...["http", "https", "sse", "websocket", "ws", "webtransport", "transport", "transports", "tcp", "quic"],
]);

/** How far protocol version 2 has come in a release, least first. */
const STAGES = [
  "absent",
  "an unstable schema",
  "a published schema, its code experimental",
  "stable",
] as const;

/** Compares the newest release with the pinned one; a trigger fires for what the pinned one did not have yet. */
export function findTriggers(pinned: Release, latest: Release): readonly Trigger[] {
  return [releaseTrigger(pinned, latest), stableTrigger(pinned, latest), transportTrigger(pinned, latest)];
}

/** The versions that came out after the pinned one. */
export function newerVersions(pinned: string, { versions }: Release): readonly string[] {
  return versions.slice(versions.indexOf(pinned) + 1);
}

function releaseTrigger(pinned: Release, latest: Release): Trigger {
  const fired = newerVersions(pinned.version, latest).includes(latest.version);
  const detail = fired
    ? `${latest.version} is out, ${pinned.version} is pinned`
    : `the latest is ${latest.version}, ${pinned.version} is pinned`;
  return { id: "v1-release", fired, detail };
}

function stableTrigger(pinned: Release, latest: Release): Trigger {
  const [before, after] = [stageOf(pinned.exports), stageOf(latest.exports)];
  return {
    id: "v2-stable",
    fired: STAGES.indexOf(after) > STAGES.indexOf(before),
    detail: before === after ? `protocol version 2: ${after}` : `protocol version 2: ${before} → ${after}`,
  };
}

function transportTrigger(pinned: Release, latest: Release): Trigger {
  const [before, after] = [stableTransports(pinned.exports), stableTransports(latest.exports)];
  const added = after.filter((key) => !before.includes(key));
  const seen = after.length === 0 ? "only stdio outside ./experimental" : `exported: ${after.join(", ")}`;
  return {
    id: "second-transport",
    fired: added.length > 0,
    detail: added.length > 0 ? `new export: ${added.join(", ")}` : seen,
  };
}

/** Code of version 2 counts as stable once an export outside `./experimental` leads to it. */
function stageOf(exports: Exports): (typeof STAGES)[number] {
  const keys = Object.keys(exports);
  const isStable = keys.some(
    (key) =>
      !key.startsWith(EXPERIMENTAL) &&
      !key.startsWith("./schema/") &&
      !words(key).includes("unstable") &&
      [key, ...targetsOf(exports[key])].some((path) => path.split("/").includes("v2")),
  );
  if (isStable) return "stable";
  if (keys.includes("./schema/v2/schema.json")) return "a published schema, its code experimental";
  return keys.some((key) => key.startsWith("./schema/v2/")) ? "an unstable schema" : "absent";
}

/** A key that names a transport, or leads into a folder of them; MCP's own transports are none of ACP's. */
function stableTransports(exports: Exports): readonly string[] {
  return Object.keys(exports)
    .filter((key) => !key.startsWith(EXPERIMENTAL) && !key.startsWith("./schema/"))
    .filter((key) => !words(key).includes("mcp"))
    .filter((key) =>
      [key, ...targetsOf(exports[key])].flatMap(words).some((word) => TRANSPORT_WORDS.has(word)),
    );
}

function words(path: string): readonly string[] {
  return path.toLowerCase().split(/[^a-z0-9]+/);
}

/** The files behind an export, whatever its conditions. */
function targetsOf(target: unknown): readonly string[] {
  if (typeof target === "string") return [target];
  if (typeof target !== "object" || target === null) return [];
  return Object.values(target).flatMap(targetsOf);
}
