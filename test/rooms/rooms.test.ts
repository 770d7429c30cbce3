import { readdirSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { test } from "tap";

const ROOT = new URL("../../../", import.meta.url);

/** What .taprc leaves out of what tap runs by itself. */
const excluded: readonly string[] = [
  ...readFileSync(new URL(".taprc", ROOT), "utf8").matchAll(/^ {2}- (dist\/(?:test|properties)\/\S*)$/gm),
].flatMap(([, glob = ""]) => (/^dist\/test\/\*\*\/|properties\/\*\.property/.test(glob) ? [] : [glob]));

/** The folders below dist whose tests some room imports. */
const imported: ReadonlySet<string> = new Set(
  readdirSync(new URL("test/rooms/", ROOT))
    .map((name) => readFileSync(new URL(`test/rooms/${name}`, ROOT), "utf8"))
    .flatMap((text) => [...text.matchAll(/"((?:[a-z-]+\/)*[a-z-]+)"/g)])
    .map(([, folder = ""]) => folder.replace(/^test\//, "")),
);

test("every test file is run, by tap itself or in a room", async (t) => {
  const left = ["test", "properties"].flatMap((top) =>
    readdirSync(new URL(`dist/${top}/`, ROOT), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:test|property)\.js$/.test(name))
      .map((name) => `dist/${top}/${name}`)
      .filter((path) => excluded.some((glob) => matchesGlob(path, glob))),
  );
  const folderOf = (path: string): string => path.replace(/^dist\/(?:test\/)?/, "").replace(/\/[^/]*$/, "");

  t.ok(left.length > 80, `${left.length} files are left to the rooms`);
  t.same(
    left.filter((path) => !imported.has(folderOf(path))),
    [],
  );
});
