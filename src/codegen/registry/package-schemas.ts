import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../fault.js";
import { runNpm } from "./npm.js";
import type { Release } from "./release.js";

/** The schema files of a package: path in the package to text. */
export type PackageSchemas = ReadonlyMap<string, string>;

const SCHEMA_FILE = /^schema\/(?:v\d+\/)?schema\.json$/;

/** Downloads a release into a temporary folder, proves that it is the one the registry described, and reads its schemas. */
export async function fetchSchemas(release: Release, signal: AbortSignal): Promise<PackageSchemas> {
  const spec = `${release.package}@${release.version}`;
  const folder = await mkdtemp(join(tmpdir(), "acp-assay-pull-"));
  try {
    await runNpm(["pack", spec, "--ignore-scripts", "--pack-destination", folder], signal);
    const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
    if (tarball === undefined) throw new Fault("usage", `Cannot get ${spec}: npm pack left no tarball`);
    const path = join(folder, tarball);
    await verify(path, spec, release.integrity);
    return await readSchemas(path, spec);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** npm checks this too; a second look costs nothing and does not depend on npm's cache. */
async function verify(path: string, spec: string, integrity: string): Promise<void> {
  const found = `sha512-${createHash("sha512")
    .update(await readFile(path))
    .digest("base64")}`;
  if (found === integrity) return;
  throw new Fault("usage", `Cannot use ${spec}: its tarball is ${found}, the npm registry says ${integrity}`);
}

async function readSchemas(path: string, spec: string): Promise<PackageSchemas> {
  // Only pull and status unpack anything, and tar takes a while to load.
  const { list } = await import("tar");
  const found: [string, Promise<Buffer>][] = [];
  try {
    await list({
      file: path,
      strict: true,
      onReadEntry: (entry) => {
        // A package's files are all below one folder, whatever its name.
        const name = entry.path.replace(/^[^/]*\//, "");
        if (entry.type === "File" && SCHEMA_FILE.test(name)) found.push([name, entry.concat()]);
      },
    });
    const texts = found.map(async ([name, bytes]): Promise<[string, string]> => [name, String(await bytes)]);
    return new Map(await Promise.all(texts));
  } catch (error) {
    throw new Fault("usage", `Cannot unpack ${spec}: ${String(error)}`, { cause: error });
  }
}
