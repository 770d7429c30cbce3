import { readFileSync } from "node:fs";
import { Fault } from "../../fault.js";
import { isStep, STEPS, type Step } from "./step.js";

/** The prompts that make one agent do what scenarios want, by step. */
export interface Script {
  readonly format: "acp-assay-script";
  readonly formatVersion: 1;
  readonly prompts: Readonly<Partial<Record<Step, string>>>;
}

/** Reads a script file. A Fault `usage` with one line per error when it cannot be used. */
export function readScript(path: string): Script {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : messageOf(error);
    throw new Fault("usage", `Cannot read script "${path}": ${reason}`, { cause: error });
  }
  const errors = scriptErrors(value);
  if (!isScript(value, errors)) {
    throw new Fault("usage", errors.map((error) => `Cannot use script "${path}": ${error}`).join("\n"));
  }
  return value;
}

/** Everything that is wrong with a script, one line each; empty when it is fine. */
export function scriptErrors(value: unknown): string[] {
  if (!isRecord(value)) return ["it is no JSON object"];
  const { format, formatVersion, prompts, ...others } = value;
  const strangers = Object.keys(others).map((name) => `"${name}" is not known`);
  const head = [
    ...(format === "acp-assay-script" ? [] : ['"format" has to be "acp-assay-script"']),
    ...(formatVersion === 1 ? [] : ['"formatVersion" has to be 1']),
  ];
  if (!isRecord(prompts)) return [...head, ...strangers, '"prompts" has to be an object of steps'];
  return [
    ...head,
    ...strangers,
    ...Object.entries(prompts).flatMap(([name, text]) => promptErrors(name, text)),
  ];
}

// Every error that a script can have stands in `errors`; one without any has the form of the type.
function isScript(value: unknown, errors: readonly string[]): value is Script {
  return isRecord(value) && errors.length === 0;
}

function promptErrors(name: string, text: unknown): string[] {
  if (!isStep(name)) {
    return [`prompts.${name}: there is no such step; the steps are ${Object.keys(STEPS).join(", ")}`];
  }
  if (typeof text !== "string" || text.trim() === "") return [`prompts.${name}: it has to be a text`];
  const { placeholders, required } = STEPS[name];
  const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, inner = ""]) => inner);
  return [
    ...required
      .filter((each) => !used.includes(each))
      .map((each) => `prompts.${name}: {${each}} is missing: the scenario puts a value there`),
    ...used
      .filter((each) => !placeholders.includes(each))
      .map((each) => `prompts.${name}: {${each}} is no placeholder of this step`),
  ];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
