import fc, { type Arbitrary } from "fast-check";
import { accepts } from "./accepts.js";
import type { Generator } from "./arbitrary.js";
import { type Change, changesOf } from "./changes.js";
import type { Form } from "./form.js";
import { isMap, type Json, replaceAt, type Spelling, spell } from "./json.js";
import { maximalOf, samplesOf } from "./samples.js";
import { Shrinking } from "./shrinking.js";

export type Direction = "c2a" | "a2c";
export type Part = "request" | "notification" | "result" | "error";

/** What a source's frames are: a method's params, its result, or an error in answer to it. */
export interface FrameTopic {
  readonly method: string;
  readonly part: Part;
  /** The way that this frame travels, also for an answer. */
  readonly direction: Direction;
  /** The definition of the frame's params, result or error. */
  readonly definition: string;
  /** A method that no schema names: its name begins with `_`. */
  readonly isExtension: boolean;
}

/** One frame: `text` is what travels, `value` what it says; integers beyond 2^53 are bigints there. */
export interface GeneratedFrame extends FrameTopic {
  readonly value: Json;
  readonly text: string;
}

/** A frame of the coverage set, with the one thing in which it is not minimal. */
export interface SampleFrame extends GeneratedFrame {
  readonly about: string;
}

/** A frame that one change made of a valid one: does it break the schema, or is it allowed all the same? */
export interface NearValidFrame extends GeneratedFrame {
  readonly original: Json;
  readonly change: Change;
  readonly verdict: "breaks" | "tolerated";
}

/** Ways to draw; the same for all sources of a schema, so that what they share is built once. */
export interface Generators {
  readonly minimal: Generator;
  readonly mixed: Generator;
  readonly extended: Generator;
  readonly maximal: Generator;
}

/** Makes the frames of one topic. */
export class FrameSource implements FrameTopic {
  readonly method: string;
  readonly part: Part;
  readonly direction: Direction;
  readonly definition: string;
  readonly isExtension: boolean;
  /** The form of the whole frame. */
  readonly form: Form;
  readonly #generators: Generators;
  #values: Arbitrary<Json> | undefined;

  constructor(topic: FrameTopic, form: Form, generators: Generators) {
    this.method = topic.method;
    this.part = topic.part;
    this.direction = topic.direction;
    this.definition = topic.definition;
    this.isExtension = topic.isExtension;
    this.form = form;
    this.#generators = generators;
  }

  /** Valid frames; they shrink towards short ones. */
  get valid(): Arbitrary<GeneratedFrame> {
    return fc.tuple(this.values, spellings()).map(([value, spelling]) => this.frame(value, spelling));
  }

  /** Frames that are one labelled change away from a valid one. */
  get nearValid(): Arbitrary<NearValidFrame> {
    return fc
      .tuple(this.values, fc.nat(), fc.nat(), spellings())
      .map(([value, kind, place, spelling]) =>
        this.#nearValid(value, pick(this.changes(value), kind, place), spelling),
      );
  }

  /** The coverage set: always the same frames, so that what is tested does not depend on luck. */
  samples(): readonly SampleFrame[] {
    return samplesOf(this.form).map(({ value, about }) => ({ ...this.frame(value, "plain"), about }));
  }

  /** Every labelled change of the largest frame, always the same. */
  nearSamples(): readonly NearValidFrame[] {
    const value = maximalOf(this.form);
    return this.changes(value).map((change) => this.#nearValid(value, change, "plain"));
  }

  /** The values that valid frames spell. */
  get values(): Arbitrary<Json> {
    this.#values ??= this.#buildValues();
    return this.#values;
  }

  /** Values with no field that the schema does not name, as an ordinary peer writes them. */
  get ordinaryValues(): Arbitrary<Json> {
    return new Shrinking(this.form, this.#generators.mixed.valuesOf(this.form));
  }

  /** Values with every field, and every flag on. */
  get maximalValues(): Arbitrary<Json> {
    return this.#generators.maximal.valuesOf(this.form);
  }

  frame(value: Json, spelling: Spelling = "plain"): GeneratedFrame {
    const { part, direction, definition, isExtension } = this;
    const named = isMap(value) ? value["method"] : undefined;
    const method = isExtension && typeof named === "string" ? named : this.method;
    return { method, part, direction, definition, isExtension, value, text: spell(value, spelling) };
  }

  /** The changes that leave the topic what it is: another method name is another topic. */
  changes(value: Json): readonly Change[] {
    return changesOf(this.form, value).filter(({ path }) => path.length > 0 && path[0] !== "method");
  }

  #buildValues(): Arbitrary<Json> {
    const { minimal, mixed, extended, maximal } = this.#generators;
    const drawn = ([weight, generator]: readonly [number, Generator]) => ({
      weight,
      arbitrary: generator.valuesOf(this.form),
    });
    const values = fc.oneof(
      drawn([1, minimal]),
      drawn([5, mixed]),
      drawn([2, extended]),
      drawn([1, maximal]),
      {
        weight: 3,
        arbitrary: fc.constantFrom(...samplesOf(this.form).map(({ value }) => value)),
      },
    );
    return new Shrinking(this.form, values);
  }

  #nearValid(original: Json, change: Change, spelling: Spelling): NearValidFrame {
    const value = replaceAt(original, change.path, change.value);
    const verdict = accepts(this.form, value) ? "tolerated" : "breaks";
    return { ...this.frame(value, spelling), original, change, verdict };
  }
}

function spellings(): Arbitrary<Spelling> {
  return fc.constantFrom("plain", "plain", "plain", "ascii");
}

/** Kind first, then place: else wrong types, of which there are most, would crowd out the rest. */
function pick(changes: readonly Change[], kind: number, place: number): Change {
  const kinds = [...new Set(changes.map((change) => change.kind))];
  const ofKind = changes.filter((change) => change.kind === kinds[kind % kinds.length]);
  const chosen = ofKind[place % ofKind.length];
  if (chosen === undefined) throw new Error("Cannot make a near-valid frame: nothing can be changed");
  return chosen;
}
