import { isAbsolute, win32 } from "node:path";
import { shapes } from "../../../generated/v2/shapes.js";
import type { Transcript } from "../../../src/driver/transcript.js";
import type { Part } from "../../../src/protocol/protocol.js";
import type { Direction } from "../../../src/wire/direction.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { Json } from "../../../src/wire/message.js";
import { answersIn, callsIn } from "../../scenarios/steps/messages.js";

/** The params or the result of a message of the subject, with what `Protocol` wants to know of it. */
export interface Said {
  readonly part: Part;
  readonly method: string;
  readonly direction: Direction;
  readonly value: Json;
  readonly frame: Frame;
}

/** Everything that the subject says in params and results. */
export function saidIn(transcript: Transcript): Said[] {
  const calls = callsIn(transcript).flatMap(({ frame, method, params, id }): Said[] => {
    const part = id === undefined ? "notification" : "request";
    return params === undefined ? [] : [{ part, method, direction: frame.direction, value: params, frame }];
  });
  const results = answersIn(transcript).flatMap(({ method, request, frame, value }): Said[] => {
    const { result } = value;
    return result === undefined
      ? []
      : [{ part: "result", method, direction: request.direction, value: result, frame }];
  });
  return [...calls, ...results];
}

/** The words that the schema of version 2 has for an open enum. */
export function wordsOf(definition: string): readonly (string | number)[] {
  const shape = shapes[definition];
  return shape?.kind === "enum" ? shape.values : [];
}

/** Is this a value that the schema knows, or one that an implementation may make up? */
export function isKnownOrOwn(definition: string, value: Json | undefined): boolean {
  return typeof value === "string" && (wordsOf(definition).includes(value) || value.startsWith("_"));
}

/** Is this an absolute path in the syntax of some machine? (schema AbsolutePath) */
export function isAbsolutePath(value: unknown): boolean {
  return typeof value === "string" && (isAbsolute(value) || win32.isAbsolute(value));
}
