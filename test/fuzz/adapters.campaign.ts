import { test } from "tap";
import { ADAPTERS } from "../../stubs/bridge/adapter/catalogue.js";
import { runPlain } from "../plain-node.js";
import { pinnedAdapters } from "./adapter-rows.js";

test("each stub adapter does as a process what it does in one", async (t) => {
  const { stdout } = await runPlain("dist/bench/adapters.js", []);
  const rows: { name: string }[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

  for (const { name } of ADAPTERS) {
    t.match(
      rows.find((row) => row.name === name),
      pinnedAdapters[name] ?? { none: true },
      name,
    );
  }
});
