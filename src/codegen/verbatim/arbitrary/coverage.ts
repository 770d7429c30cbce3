import { accepts } from "./accepts.js";
import type { Form } from "./form.js";
import type { FrameSource, GeneratedFrame } from "./frame-source.js";
import { isMap, type Json } from "./json.js";

/** Kinds of things in a schema that a frame can make use of. */
export const PLACE_KINDS = ["definition", "arm", "member", "optional"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** How many places of a kind there are, and how many were used. */
export interface PlaceCount {
  readonly seen: number;
  readonly all: number;
}

type Visit = (kind: PlaceKind, place: string, label: string) => void;

/**
 * Which definitions, union arms, enum members and optional fields of a schema valid frames have used. A definition that
 * stands in two envelopes counts once; an arm in two unions counts in each.
 */
export class SchemaCoverage {
  readonly #sources: ReadonlyMap<string, FrameSource>;
  readonly #numbers = new Map<Form, number>();
  readonly #labels: Readonly<Record<PlaceKind, Map<string, string>>> = tables();
  readonly #seen: Readonly<Record<PlaceKind, Map<string, string>>> = tables();

  constructor(sources: readonly FrameSource[]) {
    this.#sources = new Map(sources.map((source) => [topicOf(source), source]));
    for (const source of sources) this.#list(source.form, topicOf(source));
  }

  /** Notes what a frame uses; frames of another schema use nothing. */
  see(frame: GeneratedFrame): void {
    const source = this.#sources.get(topicOf(frame));
    if (source !== undefined) this.#use(source.form, frame.value);
  }

  count(kind: PlaceKind): PlaceCount {
    return { seen: this.#seen[kind].size, all: this.#labels[kind].size };
  }

  /** What nothing has used, as `arm session/update notification.params.update 3`. */
  unused(kind: PlaceKind): readonly string[] {
    return [...this.#labels[kind]]
      .filter(([place]) => !this.#seen[kind].has(place))
      .map(([, label]) => label);
  }

  /** Notes all places below a form, each once. */
  #list(form: Form, label: string): void {
    if (this.#numbers.has(form)) return;
    const number = this.#numbers.size;
    this.#numbers.set(form, number);
    const note: Visit = (kind, place, name) => {
      if (!this.#labels[kind].has(place)) this.#labels[kind].set(place, name);
    };
    for (const name of definitionsOf(form)) note("definition", name, name);
    if (form.kind === "list") this.#list(form.items, `${label}[]`);
    if (form.kind === "members") {
      for (const value of form.values) note("member", `${number} ${value}`, `${label} ${value}`);
      if (form.rest !== undefined) this.#list(form.rest, label);
    }
    if (form.kind === "choice") {
      for (const [index, option] of form.options.entries()) {
        note("arm", `${number} ${index}`, `${label} ${index}`);
        this.#list(option, label);
      }
    }
    if (form.kind !== "record") return;
    for (const [name, field] of form.fields) {
      if (!field.isRequired) note("optional", `${number} ${name}`, `${label}.${name}`);
      this.#list(field.form, `${label}.${name}`);
    }
    if (form.others !== undefined) this.#list(form.others, label);
  }

  #use(form: Form, value: Json): void {
    const number = this.#numbers.get(form);
    for (const name of definitionsOf(form)) this.#mark("definition", name);
    if (form.kind === "members" && (typeof value === "string" || typeof value === "number")) {
      if (form.values.includes(value)) this.#mark("member", `${number} ${value}`);
    } else if (form.kind === "list" && Array.isArray(value)) {
      for (const item of value) this.#use(form.items, item);
    } else if (form.kind === "choice") {
      const index = form.options.findIndex((option) => accepts(option, value));
      const option = form.options[index];
      if (option === undefined) return;
      this.#mark("arm", `${number} ${index}`);
      this.#use(option, value);
    } else if (form.kind === "record" && isMap(value)) {
      for (const [name, member] of Object.entries(value)) {
        const field = form.fields.get(name);
        if (field?.isRequired === false) this.#mark("optional", `${number} ${name}`);
        const inner = field?.form ?? form.others;
        if (inner !== undefined) this.#use(inner, member);
      }
    }
  }

  #mark(kind: PlaceKind, place: string): void {
    this.#seen[kind].set(place, place);
  }
}

function tables(): Readonly<Record<PlaceKind, Map<string, string>>> {
  return { definition: new Map(), arm: new Map(), member: new Map(), optional: new Map() };
}

function definitionsOf(form: Form): readonly string[] {
  const own = form.name === undefined ? [] : [form.name];
  return form.kind === "record" ? [...own, ...(form.parts ?? [])] : own;
}

/** An extension's frames bear names of their own, and are of one source for each part and direction. */
function topicOf({ direction, method, part, isExtension }: GeneratedFrame | FrameSource): string {
  return `${direction} ${isExtension ? "extension" : method} ${part}`;
}
