import type * as mappingModule from "../../../src/mapping/mapping.js";
import type { Limits } from "../../../src/mapping/mapping.js";
import type { Direction } from "../../../src/wire/direction.js";
import type { JsonObject } from "../../../src/wire/message.js";

/** The mapping, or one with a fault planted in it. */
export type Mapping = typeof mappingModule;

/** What both mappings are given, as one JSON line; `TEXT` members are JSON as text, so that nothing is lost on the way. */
export type Case =
  | { readonly moment: string; readonly options: JsonObject }
  | {
      readonly frames: readonly { readonly direction: Direction; readonly line: string }[];
      readonly options: JsonObject;
      readonly limits: Partial<Limits>;
    };

/** Maps one case as `run.py --batch` does. */
export function mapCase(mapping: Mapping, one: Case): unknown {
  const options: object = one.options;
  if ("moment" in one) return mapping.mapMoment(JSON.parse(one.moment), options);
  const state = mapping.initialState(one.limits);
  const mapped = one.frames.map(
    ({ direction, line }) => mapping.mapSession(state, { direction, message: JSON.parse(line) }, options)[1],
  );
  return [...mapped, mapping.endConnection(state, options)[1]];
}
