type Coverage = Readonly<Record<string, unknown>>;

/** What each member of a coverage becomes; whatever is not named here is taken from the first share that has it. */
const SUMS = ["sessions", "conversations", "commands", "frames", "bytes"];
const EITHER = ["givenUp"];
/** Kinds of message are covered under `valid NAME`. */
const VALID = "valid ";

/** The coverage of two shares of one run: counts are added, and what was seen in either was seen. */
export function mergeCoverage(left: Coverage, right: Coverage): Coverage {
  const merged: Record<string, unknown> = { ...right, ...left };
  for (const name of SUMS) {
    if (name in merged) merged[name] = number(left[name]) + number(right[name]);
  }
  for (const name of EITHER) {
    if (name in merged) merged[name] = left[name] === true || right[name] === true;
  }
  for (const name of ["covered", "arrivals", "saved", "corpus"]) {
    if (name in merged) merged[name] = sums(record(left[name]), record(right[name]));
  }
  if ("topics" in merged) {
    const seen = Object.keys(record(merged["covered"])).filter((name) => name.startsWith(VALID)).length;
    merged["topics"] = { ...record(merged["topics"]), seen };
  }
  if ("schema" in merged) merged["schema"] = furthest(record(left["schema"]), record(right["schema"]));
  // Each share has a hash of its own sessions.
  if (left["scenarioHash"] !== right["scenarioHash"]) delete merged["scenarioHash"];
  return merged;
}

/** Counts of places, of which it is not known which: what the two saw together is at least what either saw. */
function furthest(left: Coverage, right: Coverage): Coverage {
  const seen = (counts: Coverage, name: string): number => number(record(counts[name])["seen"]);
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      seen(right, name) > seen(left, name) ? right[name] : (left[name] ?? right[name]),
    ]),
  );
}

function sums(left: Coverage, right: Coverage): Coverage {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return Object.fromEntries(names.map((name) => [name, number(left[name]) + number(right[name])]));
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function record(value: unknown): Coverage {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
