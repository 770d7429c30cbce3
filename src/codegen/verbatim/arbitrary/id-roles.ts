import type { FrameSource, FrameTopic } from "./frame-source.js";
import { type IdSlot, idSlotsOf } from "./id-slot.js";

/** What a place does with its identifier: it makes one, it makes or repeats one, or it refers to one. */
export type IdRole = "new" | "any" | "known";

interface Use {
  readonly topic: FrameTopic;
  readonly slot: IdSlot;
}

type Rule = (use: Use, all: readonly Use[]) => boolean;

/**
 * Signs that a place makes the identifiers of its kind, the surest first: it is what a method returns for others to
 * take (`session/new`), it is in the definition that the identifier is named after (`ToolCall`, `PermissionOption`) or
 * in the request that creates one, it is in an update that may be the first, it is the key in a list of what there is.
 */
const MAKERS: readonly (readonly [IdRole, Rule])[] = [
  ["new", isReturned],
  ["new", ({ slot }) => slot.isDescribed && slot.owners.includes(stem(slot))],
  ["new", ({ slot }) => slot.owners.includes(`Create${stem(slot)}Request`)],
  ["any", ({ slot }) => slot.owners.includes(`${stem(slot)}Update`)],
  ["new", ({ slot }) => slot.isKey],
];

/** Tells from the schema's forms alone which frames make identifiers and which refer to them. */
export class IdRoles {
  readonly #uses: readonly Use[];
  readonly #makers = new Map<string, readonly [IdRole, Rule]>();

  constructor(sources: readonly FrameSource[]) {
    this.#uses = sources.flatMap((source) => idSlotsOf(source.form).map((slot) => ({ topic: source, slot })));
    for (const id of new Set(this.#uses.map(({ slot }) => slot.id))) {
      const uses = this.#uses.filter(({ slot }) => slot.id === id);
      const maker = MAKERS.find(([, rule]) => uses.some((use) => rule(use, this.#uses)));
      if (maker !== undefined) this.#makers.set(id, maker);
    }
  }

  roleOf(topic: FrameTopic, slot: IdSlot): IdRole {
    const maker = this.#makers.get(slot.id);
    if (maker === undefined) return "any";
    const [role, isMaker] = maker;
    return isMaker({ topic, slot }, this.#uses) ? role : "known";
  }

  /** Does the request make what its answer refers to here? Then nothing else will do (an option of a permission request). */
  isOffered(answer: FrameTopic, { id }: IdSlot): boolean {
    return this.#uses.some(
      ({ topic, slot }) =>
        topic.part === "request" &&
        topic.method === answer.method &&
        slot.id === id &&
        this.roleOf(topic, slot) === "new",
    );
  }
}

function stem({ id }: IdSlot): string {
  return id.slice(0, -"Id".length);
}

function isReturned({ topic, slot }: Use, all: readonly Use[]): boolean {
  if (topic.part !== "result" || slot.path.length !== 2) return false;
  const asks = all.filter(
    ({ topic: { part }, slot: { id, path } }) => part === "request" && id === slot.id && path.length === 2,
  );
  return asks.length > 0 && asks.every(({ topic: { method } }) => method !== topic.method);
}
