import { Fault } from "../../fault.js";
import { runNpm } from "./npm.js";

/** One published version of the SDK, as the registry describes it. */
export interface Release {
  readonly package: string;
  readonly version: string;
  /** The tarball's SHA-512 in npm's spelling. */
  readonly integrity: string;
  /** The `exports` of its package.json. */
  readonly exports: Exports;
  /** Every version of the package, oldest first. */
  readonly versions: readonly string[];
}

export type Exports = Readonly<Record<string, unknown>>;

const FIELDS = ["version", "versions", "dist.integrity", "exports"];

/** A version or a dist-tag; ranges, paths and addresses, which npm would take too, name no single release. */
const VERSION = /^(?:v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?|[a-z][a-z-]*)$/i;

/** Asks the registry for one release; `version` is an exact version or a dist-tag such as `latest`. */
export async function viewRelease(name: string, version: string, signal: AbortSignal): Promise<Release> {
  if (!VERSION.test(version)) {
    throw new Fault(
      "usage",
      `Cannot look up version "${version}": neither a version such as 2.4.0 nor a tag`,
    );
  }
  const spec = `${name}@${version}`;
  const answer = await runNpm(["view", spec, ...FIELDS], signal);
  if (answer === undefined) throw new Fault("usage", `Cannot find ${spec}: the npm registry has none`);
  return readRelease(name, spec, answer);
}

function readRelease(name: string, spec: string, answer: unknown): Release {
  const fields = isRecord(answer) ? answer : {};
  const { version, versions, exports } = fields;
  const integrity = String(fields["dist.integrity"])
    .split(" ")
    .find((hash) => hash.startsWith("sha512-"));
  if (typeof version !== "string" || integrity === undefined) {
    throw new Fault("usage", `Cannot use ${spec}: the npm registry gives no version with a sha512 integrity`);
  }
  return {
    package: name,
    version,
    integrity,
    exports: isRecord(exports) ? exports : {},
    // npm gives a single version as a text of its own.
    versions: Array.isArray(versions) ? versions.map(String) : [version],
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
