import { unsupported } from "../model/unsupported.js";

/** A module with the generators of one schema: its tables given to the runtime in `generated/arbitrary/`. */
export function emitArbitraries(id: string): string {
  return `import type { Arbitrary } from "fast-check";
import type { FrameSource, GeneratedFrame } from "../arbitrary/frame-source.js";
import { SchemaArbitraries } from "../arbitrary/schema-arbitraries.js";
import { methods } from "./methods.js";
import { shapes } from "./shapes.js";
import type { Definitions } from "./types.js";

/** Everything that this schema lets the runtime generate. */
export const arbitraries: SchemaArbitraries = new SchemaArbitraries(shapes, methods);

/** Values of every definition, by name. */
export const values: { readonly [Name in keyof Definitions]: Arbitrary<Definitions[Name]> } = arbitraries.values();

/** A source of valid and of near-valid frames for every method, part and direction. */
export const frames: readonly FrameSource[] = arbitraries.frames;

/** Conversations that two real peers could have, each from \`initialize\` to the last answer. */
export function conversations(): Arbitrary<readonly GeneratedFrame[]> {
  return arbitraries.conversations(${protocolVersion(id)});
}
`;
}

/** The major version that a schema's id begins with: the schema itself does not tell which version it describes. */
function protocolVersion(id: string): string {
  const [, version] = /^v(\d+)/.exec(id) ?? [];
  if (version === undefined) throw unsupported(id, "the id does not begin with a protocol version");
  return version;
}
