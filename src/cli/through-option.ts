import { InvalidArgumentError } from "commander";

/** `--through`: the argv of a bridge as a JSON array, so that no shell has to split it. */
export function argvOf(text: string): readonly string[] {
  const value = parse(text);
  if (!isArgv(value)) {
    throw new InvalidArgumentError(
      'Write the bridge\'s command as a JSON array, as in \'["my-bridge","{agent}"]\'.',
    );
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isArgv(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((argument) => typeof argument === "string");
}
