import fc, { type Arbitrary } from "fast-check";

/** A model of one side of a conversation: what has been, and which commands it allows next. */
export interface Rules<Model, Command> {
  readonly fresh: () => Model;
  readonly isPossible: (model: Model, command: Command) => boolean;
  readonly after: (model: Model, command: Command) => Model;
}

/** The model while fast-check walks through its commands. */
interface Walk<Model> {
  model: Model;
}

/** A command as fast-check's model-based testing takes it. The real system is a script: subjects are met later. */
class Scripted<Model, Command> implements fc.Command<Walk<Model>, Command[]> {
  readonly #command: Command;
  readonly #rules: Rules<Model, Command>;

  constructor(command: Command, rules: Rules<Model, Command>) {
    this.#command = command;
    this.#rules = rules;
  }

  check({ model }: Readonly<Walk<Model>>): boolean {
    return this.#rules.isPossible(model, this.#command);
  }

  run(walk: Walk<Model>, script: Command[]): void {
    walk.model = this.#rules.after(walk.model, this.#command);
    script.push(this.#command);
  }

  toString(): string {
    return JSON.stringify(this.#command);
  }
}

/** Lists of commands, drawn evenly among these; of at most `most` that are drawn, those that fit where they stand. */
export function scripts<Model, Command>(
  arbitraries: readonly Arbitrary<Command>[],
  rules: Rules<Model, Command>,
  most: number,
): Arbitrary<Command[]> {
  const scripted = arbitraries.map((one) => one.map((command) => new Scripted(command, rules)));
  return fc.commands(scripted, { maxCommands: most, size: "max" }).map((commands) => {
    const script: Command[] = [];
    fc.modelRun(() => ({ model: { model: rules.fresh() }, real: script }), commands);
    return script;
  });
}
