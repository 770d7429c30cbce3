import { Fault } from "../fault.js";
import type { Frame } from "../wire/frame.js";
import { heavier, type Verdict } from "./outcome.js";

/** A violation as a scenario states it. */
export interface Finding {
  readonly expected: string;
  readonly actual: string;
  readonly frames?: readonly (Frame | undefined)[];
}

/** How a scenario states what it saw. Every verdict names a requirement that the scenario lists in `judges`. */
export interface Judge {
  holds(id: string): void;
  violated(id: string, finding: Finding): void;
  /** `holds` when `condition` is true, else `violated`; `finding` is only built when needed. */
  expect(id: string, condition: boolean, finding: () => Finding): void;
  recorded(id: string, message: string): void;
  notApplicable(id: string, reason: string): void;
  notTested(id: string, reason: string): void;
  vacuous(id: string, reason: string): void;
}

/** Keeps the verdicts of one performance of a scenario; of several about one requirement the heaviest counts. */
export class VerdictBook implements Judge {
  readonly verdicts: Map<string, Verdict> = new Map<string, Verdict>();
  readonly #scenario: { readonly name: string; readonly judges: readonly string[] };

  constructor(scenario: { readonly name: string; readonly judges: readonly string[] }) {
    this.#scenario = scenario;
  }

  holds(id: string): void {
    this.#judge(id, { kind: "holds" });
  }

  violated(id: string, { expected, actual, frames = [] }: Finding): void {
    const known = frames.filter((frame): frame is Frame => frame !== undefined);
    this.#judge(id, { kind: "violated", expected, actual, frames: known });
  }

  expect(id: string, condition: boolean, finding: () => Finding): void {
    if (condition) this.holds(id);
    else this.violated(id, finding());
  }

  recorded(id: string, message: string): void {
    this.#judge(id, { kind: "recorded", message });
  }

  notApplicable(id: string, reason: string): void {
    this.#judge(id, { kind: "not-applicable", reason });
  }

  notTested(id: string, reason: string): void {
    this.#judge(id, { kind: "not-tested", reason });
  }

  vacuous(id: string, reason: string): void {
    this.#judge(id, { kind: "vacuous", reason });
  }

  /** What the scenario lists and did not come to is `not-tested`. */
  closeBook(): void {
    const { name, judges } = this.#scenario;
    for (const id of judges) {
      if (!this.verdicts.has(id)) this.notTested(id, `the scenario ${name} ended before it could be judged`);
    }
  }

  #judge(id: string, verdict: Verdict): void {
    if (!this.#scenario.judges.includes(id)) {
      throw new Fault(
        "harness",
        `Cannot judge "${id}": the scenario ${this.#scenario.name} does not list it`,
      );
    }
    const before = this.verdicts.get(id);
    this.verdicts.set(id, before === undefined ? verdict : heavier(before, verdict));
  }
}
