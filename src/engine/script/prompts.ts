import type { Script } from "./script.js";
import { STEPS, type Step } from "./step.js";

/**
 * What to say to an agent for each step: the script's text, else a generic one. A scripted prompt is a promise that the
 * agent does what the step means; after a generic one, nothing that fails to show up says anything.
 */
export class Prompts {
  readonly #script: Script["prompts"];

  constructor(script?: Script) {
    this.#script = script?.prompts ?? {};
  }

  /** Does the script promise that the agent does this? */
  isScripted(step: Step): boolean {
    return this.#script[step] !== undefined;
  }

  /** The text of a step, with its values; undefined when neither the script nor anybody knows one. */
  text(step: Step, values: Readonly<Record<string, string>> = {}): string | undefined {
    const text = this.#script[step] ?? STEPS[step].generic;
    return text?.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }
}
