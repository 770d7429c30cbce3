import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file or folder of the installed package. */
export function packagePlace(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

/** The package's version. */
export function packageVersion(): string {
  // Our own package.json.
  return (JSON.parse(readFileSync(packagePlace("package.json"), "utf8")) as { version: string }).version;
}
