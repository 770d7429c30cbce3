import fc, { type Arbitrary } from "fast-check";
import { Conversation, type Drawn, type Intention } from "./conversation.js";
import type { FrameSource, GeneratedFrame } from "./frame-source.js";
import { IdRoles } from "./id-roles.js";
import { type Json, replaceAt } from "./json.js";
import { samplesOf } from "./samples.js";
import { bodyFields, bodyName } from "./turn.js";

const INITIALIZE = "initialize";
const NEW_SESSION = "session/new";
const PROMPT = "session/prompt";
const NOTHING: Arbitrary<undefined> = fc.constant(undefined);
const MOST_INTENTIONS = 40;
const MOST_PATIENCE = 8;

/**
 * Conversations that begin with `initialize`, a session and a prompt, all capabilities offered. They shrink by saying
 * less: what then has nothing to refer to is left out too.
 */
export function conversationsOf(
  sources: readonly FrameSource[],
  protocolVersion: number,
): Arbitrary<readonly GeneratedFrame[]> {
  const roles = new IdRoles(sources);
  const openers = sources.filter(({ part }) => part === "request" || part === "notification");
  const named = (method: string): readonly FrameSource[] =>
    openers.filter((source) => source.method === method);
  const offers = named(INITIALIZE).map((source) => offersOf(source, sources, protocolVersion));
  const sessions = named(NEW_SESSION).map((source) => intentionsOf(source, sources).map(answeredAtOnce));
  const prompts = named(PROMPT).map((source) => intentionsOf(source, sources));
  const weighted = openers
    .filter(({ method }) => method !== INITIALIZE)
    .map((source) => ({ weight: weightOf(source), arbitrary: intentionsOf(source, sources) }));
  const beginning = fc.tuple(...offers, ...sessions, ...prompts);
  const rest = fc.array(fc.oneof(...weighted), { maxLength: MOST_INTENTIONS, size: "max" });
  return fc.tuple(beginning, rest).map(([first, others]) => {
    const conversation = new Conversation(roles);
    let waiting: readonly Intention[] = [];
    for (const intention of [...first, ...others]) {
      // What cannot be said yet is said as soon as there is what it refers to.
      if (conversation.say(intention)) waiting = waiting.filter((other) => !conversation.say(other));
      else waiting = [...waiting, intention];
    }
    return conversation.finish();
  });
}

/** Prompts often, and from the agent most what it has the most ways to say. */
function weightOf({ method, direction, isExtension, form }: FrameSource): number {
  if (isExtension) return 1;
  if (method === PROMPT) return 16;
  return direction === "c2a" ? 2 : Math.ceil(Math.sqrt(samplesOf(form).length) / 2);
}

function answeredAtOnce(intention: Intention): Intention {
  return { ...intention, patience: 0, error: undefined };
}

function intentionsOf(source: FrameSource, sources: readonly FrameSource[]): Arbitrary<Intention> {
  const [result, error] = (["result", "error"] as const).map((part) => {
    const answer = answerTo(source, part, sources);
    return answer === undefined ? NOTHING : drawn(answer, answer.ordinaryValues);
  });
  return fc.record({
    said: drawn(source, source.ordinaryValues),
    result: result ?? NOTHING,
    error: fc.oneof(
      { withCrossShrink: true },
      { weight: 7, arbitrary: NOTHING },
      { weight: 1, arbitrary: error ?? NOTHING },
    ),
    patience: fc.nat({ max: MOST_PATIENCE }),
    pick: fc.nat(),
  });
}

/** All that the schema lets the sides offer, so that nothing said later is out of bounds. */
function offersOf(
  source: FrameSource,
  sources: readonly FrameSource[],
  protocolVersion: number,
): Arbitrary<Intention> {
  const agree = (side: FrameSource): Arbitrary<Drawn> =>
    drawn(
      side,
      side.maximalValues.map((value) => withVersion(side, value, protocolVersion)),
    );
  const result = answerTo(source, "result", sources);
  return fc.record({
    said: agree(source),
    result: result === undefined ? NOTHING : agree(result),
    error: NOTHING,
    patience: fc.constant(0),
    pick: fc.constant(0),
  });
}

function answerTo(
  { method, direction, isExtension }: FrameSource,
  part: FrameSource["part"],
  sources: readonly FrameSource[],
): FrameSource | undefined {
  return sources.find(
    (other) =>
      other.part === part &&
      other.method === method &&
      other.direction !== direction &&
      other.isExtension === isExtension,
  );
}

function drawn(source: FrameSource, values: Arbitrary<Json>): Arbitrary<Drawn> {
  return values.map((value) => ({ source, value }));
}

function withVersion(source: FrameSource, value: Json, version: number): Json {
  return [...bodyFields(source)].reduce(
    (changed, [name, { form }]) =>
      form.name === "ProtocolVersion" ? replaceAt(changed, [bodyName(source.part), name], version) : changed,
    value,
  );
}
