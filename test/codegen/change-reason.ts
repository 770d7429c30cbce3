import type { ErrorObject } from "ajv";
import type { Change, ChangeKind } from "../../generated/arbitrary/changes.js";

/** The JSON Schema keywords that a change of this kind may break at its place. */
const KEYWORDS: Readonly<Record<ChangeKind, readonly string[]>> = {
  "missing field": ["required"],
  "extra field": [],
  "wrong type": ["type", "const", "enum"],
  "out of range": ["format", "minimum", "maximum"],
  fraction: ["type"],
  "wrong format": ["format"],
  "too short": ["minLength"],
  "empty text": [],
  "too few items": ["minItems"],
  "unknown member": ["const", "enum"],
  "wrong tag": ["const", "not"],
  "two arms": ["oneOf"],
};

/** Is one of ajv's errors what the change's label says: its kind, at its place? */
export function isReason(change: Change, errors: readonly ErrorObject[]): boolean {
  const place = pointer(change.path);
  const parent = pointer(change.path.slice(0, -1));
  const last = change.path.at(-1);
  return errors.some(({ keyword, instancePath, params }) => {
    // A tag that means another arm is wrong by what that arm lacks.
    if (change.kind === "wrong tag" && instancePath.startsWith(parent)) return true;
    if (!KEYWORDS[change.kind].includes(keyword)) return false;
    return keyword === "required"
      ? instancePath === parent && params["missingProperty"] === last
      : instancePath === place;
  });
}

function pointer(path: Change["path"]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
