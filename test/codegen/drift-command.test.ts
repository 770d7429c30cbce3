import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Test, test } from "tap";
import { parseSchema } from "../../src/codegen/schema-text.js";
import { PLAIN_NODE } from "../plain-node.js";
import { root } from "../root.js";
import { pinSchemas, readSchemaFolder } from "./drift-project.js";
import { serve, smallSchema } from "./drift-registry.js";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const GENERATOR = "json-schema-to-typescript";

const start = (
  project: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess => {
  const [program = "env", ...before] = PLAIN_NODE;
  return spawn(program, [...before, join(project, "dist/src/cli/main.js"), "schema", ...args], { env });
};

const ended = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk) => (stdout += chunk));
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });

const run = (project: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> =>
  ended(start(project, args, env));

const isOneLine = (text: string): boolean => /^acp-assay: [^\n]+\n$/.test(text);

/** An installed package of its own: compiled code, its dependencies without the generator's, and small schemas. */
async function install(t: Test): Promise<string> {
  // Not in the project's own folder, whose node_modules would be found from there.
  const place = await mkdtemp(join(tmpdir(), "acp-assay-installed-"));
  t.teardown(() => rm(place, { recursive: true, force: true }));
  for (const part of [
    "dist/src",
    "dist/generated",
    "dist/conformance",
    "conformance/requirements",
    "package.json",
  ]) {
    await cp(join(root, part), join(place, part), { recursive: true });
  }
  await mkdir(join(place, "node_modules"));
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name === GENERATOR) continue;
    await symlink(join(root, "node_modules", name), join(place, "node_modules", name));
  }
  await pinSchemas(place, { v1: { text: smallSchema("a") } });
  return place;
}

test("schema in an installed package", async (t) => {
  const place = await install(t);
  const files = { "schema/v1/schema.json": smallSchema("a", "b") };
  const packages = { "1.0.0": { files }, "2.0.0": { files } };
  const before = await readSchemaFolder(place);

  await t.test("pull that is interrupted exits 130 and changes nothing", async (t) => {
    const registry = join(place, "slow");
    const child = start(place, ["pull"], await serve(registry, packages, { hangs: true }));
    const outcome = ended(child);
    await untilThere(join(registry, "hanging"));
    child.kill("SIGINT");
    const { code, stderr } = await outcome;

    t.equal(code, 130);
    t.equal(stderr, "acp-assay: interrupted; nothing was changed\n");
    t.same(await readSchemaFolder(place), before);
  });

  await t.test("status without a network exits 2 with one line", async (t) => {
    const env = await serve(join(place, "away"), packages, { failure: "EAI_AGAIN" });

    const { code, stdout, stderr } = await run(place, ["status"], env);

    t.equal(stderr, "acp-assay: Cannot reach the npm registry (EAI_AGAIN); nothing was changed\n");
    t.same([code, stdout], [2, ""]);
  });

  await t.test(
    "status exits 1 when a trigger fired, after undoing a pull that died; pull then settles it",
    async (t) => {
      const env = await serve(join(place, "registry"), packages);
      const path = "schema/acp/v1/schema.json";
      await writeFile(join(place, "schema/.pull.json"), JSON.stringify({ [path]: before[path] }));
      await writeFile(join(place, path), "half");

      const stale = await run(place, ["status", "--json"], env);
      const pulled = await run(place, ["pull"], env);

      t.equal(stale.code, 1);
      t.equal(stale.stderr, "acp-assay: undid a pull that was interrupted\n");
      t.match(JSON.parse(stale.stdout), {
        format: "acp-assay-schema-status",
        drifted: true,
        registry: { latest: "2.0.0", newer: ["2.0.0"] },
        drift: [{ id: "v1", severity: "additive" }],
      });
      t.match(pulled, {
        code: 0,
        stdout: /^v1: additive.*\n {2}additive {2}property added {2}PingRequest\.b/m,
      });
      t.equal(await readFile(join(place, path), "utf8"), smallSchema("a", "b"));
    },
  );

  await t.test("generate without its development dependencies exits 2 with one line", async (t) => {
    const { code, stderr } = await run(place, ["generate", "--check"]);

    t.match(stderr, `Cannot generate: ${GENERATOR} is not installed`);
    t.ok(isOneLine(stderr), stderr);
    t.equal(code, 2);
  });
});

test("schema diff", async (t) => {
  await t.test("compares an id with a file, as text and as JSON", async (t) => {
    const file = join(t.testdir(), "new.json");
    const schema = JSON.parse(await readFile(join(root, "schema/acp/v1/schema.json"), "utf8"));
    schema.$defs.Extra = { type: "object" };
    await writeFile(file, JSON.stringify(schema));

    const [text, json] = await Promise.all([
      run(root, ["diff", "v1", file]),
      run(root, ["diff", "v1", file, "--json"]),
    ]);

    t.match(text, {
      code: 0,
      stderr: "",
      stdout: /^additive {2}definition added {2}Extra\n\nv1 → .*: additive \(1 /,
    });
    t.match(JSON.parse(json.stdout), {
      format: "acp-assay-schema-diff",
      from: "v1",
      severity: "additive",
      counts: { "definition-added": 1 },
      changes: [{ kind: "definition-added", severity: "additive", path: "Extra" }],
    });
  });

  await t.test("exits 2 with one line for a name that is neither an id nor a schema file", async (t) => {
    const folder = t.testdir({ "page.json": "<html>" });
    const cases: readonly (readonly [string, RegExp])[] = [
      ["v3", /Cannot find schema "v3": neither an id \(v1.19.0, v1, v2\) nor a file; did you mean "v1"/],
      [folder, /EISDIR/],
      [join(folder, "page.json"), /it is not JSON/],
    ];
    const outcomes = await Promise.all(
      cases.map(async ([name, message]) => ({ message, ...(await run(root, ["diff", "v1", name])) })),
    );

    for (const { code, stdout, stderr, message } of outcomes) {
      t.match(stderr, message);
      t.ok(isOneLine(stderr), stderr);
      t.same([code, stdout], [2, ""]);
    }
  });
});

test("parseSchema() names the place that holds no schema", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["[]", 'it has no "$defs"'],
    ['{"$defs":[]}', '"$defs" is not an object'],
    ['{"$defs":{"A":5}}', '"$defs/A" is not a schema'],
    ['{"$defs":{"A":{"anyOf":1}}}', '"$defs/A/anyOf" is not a list'],
    ['{"$defs":{"A":{"properties":{"anyOf":1}}}}', '"$defs/A/properties/anyOf" is not a schema'],
    ['{"$defs":{"A":{"required":{}}}}', '"$defs/A/required" is not a list of names'],
  ];
  for (const [text, problem] of cases) {
    t.throws(() => parseSchema(text, "x"), { code: "usage", message: `Cannot read schema "x": ${problem}` });
  }
  t.doesNotThrow(() =>
    parseSchema('\ufeff{"$defs":{"A":{"properties":{"required":{"type":"array"}}}}}', "x"),
  );
});

async function untilThere(path: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!existsSync(path)) {
    if (Date.now() > deadline) throw new Error(`${path} never came`);
    await pause(20);
  }
}
