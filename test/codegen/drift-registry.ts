import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { create } from "tar";

/** An npm that answers `view` and `pack` from a folder, as npm does, and knows no network. */
const NPM = `#!/bin/sh
folder=$(dirname "$0")/..
version=\${2##*@}
fail() { printf '{"error":{"code":"%s","summary":"it did not work"}}' "$1"; exit 1; }
if [ -f "$folder/failure" ]; then fail "$(cat "$folder/failure")"; fi
if [ ! -f "$folder/$version.json" ]; then fail E404; fi
if [ "$1" = view ]; then exec cat "$folder/$version.json"; fi
if [ -f "$folder/hangs" ]; then : > "$folder/hanging"; exec sleep 600; fi
while [ "$1" != --pack-destination ]; do shift; done
exec cp "$folder/$version.tgz" "$2/package.tgz"
`;

/** What else the npm of the tests does. */
export interface Behaviour {
  /** The code that every command fails with. */
  readonly failure?: string;
  /** `pack` makes a file named `hanging` and never ends. */
  readonly hangs?: boolean;
}

export interface Package {
  /** Path in the package to text. */
  readonly files: Readonly<Record<string, string>>;
  readonly exports?: object;
  /** Damages the tarball; the integrity stays that of the whole one unless `isAnnounced`. */
  readonly damage?: (tarball: Buffer) => Buffer;
  readonly isAnnounced?: boolean;
}

export const PACKAGE = "@agentclientprotocol/sdk";

/** Makes a folder that the npm of the tests serves, the last release being the latest; gives an environment for it. */
export async function serve(
  folder: string,
  packages: Readonly<Record<string, Package>>,
  { failure, hangs }: Behaviour = {},
): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "bin/npm"), NPM, { mode: 0o755 });
  if (failure !== undefined) await writeFile(join(folder, "failure"), failure);
  if (hangs === true) await writeFile(join(folder, "hangs"), "");
  const versions = Object.keys(packages);
  for (const [version, one] of Object.entries(packages)) {
    const integrity = await pack(folder, version, one);
    const view = { version, versions, "dist.integrity": integrity, exports: one.exports ?? {} };
    await writeFile(join(folder, `${version}.json`), JSON.stringify(view));
    await writeFile(join(folder, "latest.json"), JSON.stringify(view));
  }
  return { ...process.env, PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter) };
}

async function pack(
  folder: string,
  version: string,
  { files, damage, isAnnounced }: Package,
): Promise<string> {
  const place = join(folder, `files-${version}`);
  for (const [path, text] of Object.entries({ "package.json": "{}", ...files })) {
    await mkdir(dirname(join(place, "package", path)), { recursive: true });
    await writeFile(join(place, "package", path), text);
  }
  const file = join(folder, `${version}.tgz`);
  await create({ gzip: true, file, cwd: place, portable: true }, ["package"]);
  const whole = await readFile(file);
  const served = damage?.(whole) ?? whole;
  await writeFile(file, served);
  return `sha512-${createHash("sha512")
    .update(isAnnounced === true ? served : whole)
    .digest("base64")}`;
}

/** A schema with one method and as many properties as there are names. */
export function smallSchema(...properties: readonly string[]): string {
  const fields = Object.fromEntries(properties.map((name) => [name, { type: "string" }]));
  const annotations = { "x-method": "ping", "x-side": "agent" };
  const schema = {
    $schema: "x",
    title: "Small",
    anyOf: [{ $ref: "#/$defs/PingRequest" }, { $ref: "#/$defs/PingResponse" }],
    $defs: {
      PingRequest: { type: "object", properties: fields, ...annotations },
      PingResponse: { type: "object", ...annotations },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
