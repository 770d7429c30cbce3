import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "tap";
import { endConnection, initialState, mapSession, type SessionEvent } from "../../src/mapping/mapping.js";
import { LEVELS } from "../../src/mapping/posture/level.js";
import { enveloped, faultsOf } from "./event-schema.js";
import { momentInputs } from "./fixture/moment-inputs.js";
import { type FixtureFrame, sessionInputs } from "./fixture/session-inputs.js";

/** Every moment of the fixture as a session of its own, at every level. */
const events: readonly SessionEvent[] = LEVELS.flatMap((ceiling) => {
  const options = { ceiling, deltas: true };
  const fold = (frames: readonly FixtureFrame[]): SessionEvent[] => {
    const state = initialState();
    const mapped = frames.flatMap((frame) => [...mapSession(state, frame, options)[1]]);
    return [...mapped, ...endConnection(state, options)[1]];
  };
  const updates = Object.values(momentInputs)
    .filter(({ kind }) => kind !== "response")
    .flatMap(({ kind, method, params = null }) =>
      fold([{ direction: "a2c", message: { ...(kind === "request" && { id: 1 }), method, params } }]),
    );
  return [...updates, ...Object.values(sessionInputs).flatMap(fold)];
});

test("every event of the fixture is valid by schema/aep", async (t) => {
  t.ok(events.length > 300, `${events.length} events`);
  t.same(events.flatMap(faultsOf), []);
});

test("schema/aep refuses what should not be there", async (t) => {
  const sound = events.find(({ type, capture }) => type === "tool.requested" && capture === "metadata");
  if (sound === undefined) throw new Error("no tool.requested");
  const { run: _, ...runless } = sound;

  t.same(faultsOf(sound), []);
  t.not(faultsOf({ ...sound, data: { ...sound.data, args: {} } }).length, 0, "content above the level");
  t.not(faultsOf({ ...sound, data: { ...sound.data, note: 1 } }).length, 0, "an unknown field");
  t.not(faultsOf({ ...sound, data: {} }).length, 0, "a field that is missing");
  t.same(faultsOf({ ...sound, data: {}, capture: "none" }), [], "at none there is nothing");
  t.not(faultsOf({ ...sound, capture: "none" }).length, 0, "data at none");
  t.not(
    faultsOf({ ...runless, type: "run.started", data: { trigger: "user" } }).length,
    0,
    "a run without run",
  );
  t.not(faultsOf({ ...sound, type: "x.acp.control.stop", data: {} }).length, 0, "a command");
  t.not(faultsOf({ ...sound, type: "x.acp.set.mode" }).length, 0, "machinery with data");
});

const reference = process.env["ACP_ASSAY_REFERENCE"];
const folder = join(reference ?? "", "aep");
const skip =
  reference !== undefined && existsSync(folder) ? false : "ACP_ASSAY_REFERENCE names no AEP schemas";

test("every event of the fixture is valid by the schemas of AEP 0.1", { skip }, async (t) => {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const envelope = ajv.compile(read("aep-event.schema.json"));
  const types = events.filter(({ data, type }) => Object.keys(data).length > 0 && !type.startsWith("x."));

  t.same(
    events.filter((event) => !envelope(enveloped(event))).map(({ type }) => type),
    [],
  );
  for (const type of new Set(types.map((event) => event.type))) {
    const payload = ajv.compile(read(`types/${type}.schema.json`));
    t.same(
      types.filter((event) => event.type === type && !payload(event.data)),
      [],
      type,
    );
  }
});
