import { join } from "node:path";
import { build } from "esbuild";
import { test } from "tap";
import { root } from "../root.js";

test("the mapping runs where there is no Node", async (t) => {
  const { metafile } = await build({
    entryPoints: [join(root, "dist/src/mapping/mapping.js")],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);

  t.same(
    inputs.filter((path) => !/dist\/src\/(mapping|wire)\/|node_modules\/@noble\/hashes\//.test(path)),
    [],
    "what it is made of",
  );
  t.ok(inputs.length > 15, `${inputs.length} files`);
});
