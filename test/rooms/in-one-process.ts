import { readdirSync } from "node:fs";

const COMPILED = new URL("../../", import.meta.url);

/**
 * Imports the tests of some folders (below dist, not those below them), which makes them tests of this process. A test file
 * by itself costs a second before its first line runs; .taprc leaves these folders out for that. `npx tap
 * dist/test/wire/frame.test.js` still runs one alone.
 */
export async function inOneProcess(
  folders: readonly string[],
  isWanted: (name: string) => boolean = isTest,
): Promise<void> {
  for (const folder of folders) {
    const url = new URL(`${folder}/`, COMPILED);
    for (const name of readdirSync(url).sort()) {
      if (isWanted(name)) await import(new URL(name, url).href);
    }
  }
}

function isTest(name: string): boolean {
  return name.endsWith(".test.js");
}
