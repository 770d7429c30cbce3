import fc, { type Arbitrary } from "fast-check";
import { type Test, test } from "tap";
import type { FrameSource, GeneratedFrame, NearValidFrame } from "../generated/arbitrary/frame-source.js";
import { readVendoredSchemas } from "../src/codegen/vendored.js";
import { loadProtocol } from "../src/protocol/load-protocol.js";
import type { Protocol } from "../src/protocol/protocol.js";
import { isSchemaId } from "../src/protocol/schema-id.js";
import { isReason } from "../test/codegen/change-reason.js";
import { PLACE_KINDS, RawCoverage } from "../test/codegen/raw-coverage.js";
import { RawSchema } from "../test/codegen/raw-schema.js";
import { root } from "../test/root.js";

const FRAMES = process.env["ACP_ASSAY_CAMPAIGN"] === "1" ? 100_000 : 300;
const seed = Number(process.env["FC_SEED"] ?? 7);

/**
 * Places that no frame makes use of, each with its reason: an envelope allows `params: null`, but params are an object
 * or an array where they are there at all (JSON-RPC 2.0, section 4.2).
 */
const UNUSED = ["AgentNotification", "AgentRequest", "ClientNotification", "ClientRequest"].map(
  (envelope) => `/$defs/${envelope}/properties/params/anyOf/1`,
);

for (const { id, document } of await readVendoredSchemas(root)) {
  if (!isSchemaId(id)) throw new Error(`${id} is no schema id`);
  const protocol = await loadProtocol(id);
  const raw = new RawSchema(document);
  const { frames }: { frames: readonly FrameSource[] } = await import(
    new URL(`../generated/${id}/arbitraries.js`, import.meta.url).href
  );
  const sets = frames.map((source) => source.samples());
  const isValid = (frame: GeneratedFrame): boolean => raw.errorsOf(frame, frame.text).length === 0;
  const isAsLabelled = (frame: NearValidFrame): boolean => agrees(frame, raw, protocol);

  test(`the coverage set of ${id} is valid, and its near misses are what their labels say`, async (t) => {
    const samples = sets.flat();
    const near = frames.flatMap((source) => source.nearSamples());

    t.same(samples.filter((frame) => !isValid(frame)).map(printFrame), [], `${samples.length} frames`);
    t.same(near.filter((frame) => !isAsLabelled(frame)).map(printFrame), [], `${near.length} near misses`);
  });

  test(`the coverage set of ${id} uses every definition, arm, enum member and optional property`, async (t) => {
    const coverage = new RawCoverage(raw);
    for (const frame of sets.flat()) coverage.see(frame, JSON.parse(frame.text));

    for (const kind of PLACE_KINDS) {
      const { seen, all } = coverage.count(kind);
      t.comment(`${id} ${kind.padEnd(10)} ${seen} of ${all}`);
    }
    t.same([...coverage.missing()].sort(), UNUSED);
  });

  test(`valid frames of ${id} are accepted by the vendor's schema`, async (t) => {
    holdsForAll(
      t,
      frames.map((source) => source.valid),
      isValid,
    );
  });

  test(`near-valid frames of ${id} break the vendor's schema as their labels say, or do not`, async (t) => {
    const verdicts = { breaks: 0, tolerated: 0 };
    const isLabelled = (frame: NearValidFrame): boolean => {
      verdicts[frame.verdict] += 1;
      return isAsLabelled(frame);
    };
    holdsForAll(
      t,
      frames.map((source) => source.nearValid),
      isLabelled,
    );
    t.ok(verdicts.breaks > FRAMES / 4 && verdicts.tolerated > FRAMES / 8, JSON.stringify(verdicts));
  });
}

/** ajv on the vendor's file and our own validators both say what the label says, and for its reason. */
function agrees(frame: NearValidFrame, raw: RawSchema, protocol: Protocol): boolean {
  const { part, method, direction, value, change, verdict } = frame;
  const errors = raw.errorsOf(frame, frame.text);
  if (verdict === "tolerated" ? errors.length > 0 : !isReason(change, errors)) return false;
  const isAnswer = part === "result" || part === "error";
  const root = isAnswer ? part : "params";
  if (change.path[0] !== root || change.path.length === 1 || frame.isExtension) return true;
  const asked = isAnswer === (direction === "c2a") ? "a2c" : "c2a";
  const body = Object(value)[root];
  return (protocol.judge(part, method, asked, body).length === 0) === (verdict === "tolerated");
}

/** Tries a claim on FRAMES frames of all sources together. */
function holdsForAll<Frame>(
  t: Test,
  sources: readonly Arbitrary<Frame>[],
  holds: (frame: Frame) => boolean,
): void {
  const numRuns = Math.ceil(FRAMES / sources.length);
  for (const frames of sources) fc.assert(fc.property(frames, holds), { seed, numRuns });
  t.pass(`${numRuns * sources.length} frames, ${numRuns} of each of ${sources.length} sources, seed ${seed}`);
}

function printFrame({ text, ...frame }: GeneratedFrame | NearValidFrame): string {
  return "change" in frame ? `${frame.verdict}, ${JSON.stringify(frame.change)}: ${text}` : text;
}
