import { Ajv2020 } from "ajv/dist/2020.js";
import fc, { type Arbitrary } from "fast-check";
import type { GeneratedFrame } from "../generated/arbitrary/frame-source.js";
import { readVendoredSchemas } from "../src/codegen/vendored.js";
import { loadProtocol } from "../src/protocol/load-protocol.js";
import { isSchemaId } from "../src/protocol/schema-id.js";
import { root } from "../test/root.js";
import { measure, short } from "./measure.js";

// `node dist/bench/validators.js`: what it costs to judge the frames of generated conversations, beside parsing them and
// beside ajv on the vendor's file as it stands (without formats, first error only), as one JSON object a schema.
const CONVERSATIONS = 200;
const SEED = 7;

for (const { id, document } of await readVendoredSchemas(root)) {
  if (!isSchemaId(id)) continue;
  const module: { conversations: () => Arbitrary<readonly GeneratedFrame[]> } = await import(
    new URL(`../generated/${id}/arbitraries.js`, import.meta.url).href
  );
  const frames = fc
    .sample(module.conversations(), { seed: SEED, numRuns: CONVERSATIONS })
    .flat()
    .filter(({ isExtension }) => !isExtension)
    .map((frame) => ({ ...frame, body: bodyOf(frame), asked: askedIn(frame) }));
  const protocol = await loadProtocol(id);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
  ajv.addSchema(document, "acp");
  const rawFrames = frames.map(({ definition, body }) => ({
    body,
    isValid: ajv.getSchema(`acp#/$defs/${definition}`),
  }));

  const { parse, judge, raw } = measure(frames.length, {
    parse: () => {
      for (const { text } of frames) JSON.parse(text);
    },
    judge: () => {
      for (const { part, method, asked, body } of frames) protocol.judge(part, method, asked, body);
    },
    raw: () => {
      for (const { body, isValid } of rawFrames) isValid?.(body);
    },
  });

  const bytes = Math.round(
    frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / frames.length,
  );
  const times = { parseUs: short(parse), judgeUs: short(judge), rawAjvUs: short(raw) };
  const ratios = { judgePerParse: short(judge / parse), judgePerRawAjv: short(judge / raw) };
  process.stdout.write(
    `${JSON.stringify({ schema: id, frames: frames.length, bytes, ...times, ...ratios })}\n`,
  );
}

function bodyOf({ part, text }: GeneratedFrame): unknown {
  return JSON.parse(text)[part === "result" || part === "error" ? part : "params"];
}

function askedIn({ part, direction }: GeneratedFrame): GeneratedFrame["direction"] {
  const isAnswer = part === "result" || part === "error";
  return isAnswer === (direction === "c2a") ? "a2c" : "c2a";
}
