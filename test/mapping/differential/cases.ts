import fc, { type Arbitrary } from "fast-check";
import type { GeneratedFrame } from "../../../generated/arbitrary/frame-source.js";
import { conversations, frames as sources } from "../../../generated/v1.19.0/arbitraries.js";
import type { JsonObject } from "../../../src/wire/message.js";
import type { Case } from "./case.js";
import { among, clientInfo, contents, requestIds, sessionIds, spell, titles, toolCallIds } from "./pools.js";
import { textBlock, update } from "./updates.js";

type Line = { readonly direction: "c2a" | "a2c"; readonly line: string };

const names = fc.oneof(
  among("initialize", "fs/read_text_file", "session/cancel", "$/cancel_request", "_x.Y/z-1", "a__b//c.d", ""),
  among("control/stop", "CONTROL", "k".repeat(257), "\u212a", "_/", "session/set_mode"),
  fc.string({ unit: "binary", maxLength: 8 }),
);

interface Asked {
  readonly method: string;
  readonly params: unknown;
  readonly side: "c2a" | "a2c";
}

/** The params of each method, near to what it asks for. */
const asked: Arbitrary<Asked> = fc.oneof(
  about("session/update", "a2c", 10, fc.record({ sessionId: sessionIds, update })),
  about(
    "session/prompt",
    "c2a",
    5,
    fc.record({
      sessionId: sessionIds,
      prompt: fc.oneof(fc.array(fc.oneof(textBlock, contents), { maxLength: 3 }), contents),
    }),
  ),
  about(
    "session/request_permission",
    "a2c",
    3,
    fc.record({
      sessionId: sessionIds,
      toolCall: fc.oneof(fc.record({ toolCallId: toolCallIds, title: titles }), contents),
      options: among<unknown>([], [{}, {}], undefined, 3),
    }),
  ),
  ...["new", "load", "resume", "close", "delete"].map((verb) =>
    about(`session/${verb}`, "c2a", 2, fc.record({ sessionId: sessionIds })),
  ),
  about("initialize", "c2a", 2, fc.record({ clientInfo: fc.oneof(clientInfo, contents) })),
  {
    weight: 2,
    arbitrary: fc
      .tuple(names, fc.oneof(fc.record({ sessionId: sessionIds }), contents))
      .map(([method, params]) => ({ method, params, side: "c2a" as const })),
  },
);

function about(method: string, side: "c2a" | "a2c", weight: number, params: Arbitrary<unknown>) {
  return { weight, arbitrary: params.map((value) => ({ method, params: value, side })) };
}

const results = fc.oneof(
  fc.record({
    stopReason: among<unknown>(
      "end_turn",
      "max_tokens",
      "max_turn_requests",
      "cancelled",
      "refusal",
      "odd",
      undefined,
      3,
    ),
    sessionId: sessionIds,
    outcome: among<unknown>(
      { outcome: "selected", optionId: "yes" },
      { outcome: "cancelled" },
      { outcome: "selected" },
      undefined,
      "selected",
    ),
  }),
  contents,
);
const errors = among<unknown>(
  { code: -32000, message: "login" },
  { code: 1.5, message: 3 },
  { code: "x" },
  null,
  0,
  "broken",
);

const answers = fc.oneof(
  { weight: 5, arbitrary: fc.record({ result: results }) },
  { weight: 1, arbitrary: fc.record({ error: errors }) },
  { weight: 1, arbitrary: fc.record({ result: results, error: errors }) },
);

const DUPLICATES = ["", "", "", "", "", ',"id":1', ',"method":"session/prompt"', ',"id":null'];

/** What one side may say next: a request or notification, or an answer to what the other side asked. */
const drawn: Arbitrary<Drawn> = fc.tuple(
  fc.oneof({ weight: 3, arbitrary: asked }, { weight: 3, arbitrary: answers }),
  requestIds,
  fc.nat(9),
  fc.nat(9),
  among(...DUPLICATES),
);
type Drawn = [body: Asked | object, id: unknown, kind: number, way: number, duplicate: string];

/** Says it. Most answers are to the request that waits longest or shortest; the others are to whatever has that id. */
function say([body, drawnId, kind, way, duplicate]: Drawn, open: Waiting[]): Line {
  if ("method" in body) {
    const { side, ...members } = body;
    const isRequest = body.method === "session/update" ? kind === 0 : kind > 0;
    const direction = way === 0 ? opposite(side) : side;
    if (isRequest) open.push({ direction, id: drawnId });
    return { direction, line: finish({ ...(isRequest && { id: drawnId }), ...members }, duplicate) };
  }
  const asked = kind < 8 ? (way < 5 ? open.shift() : open.pop()) : undefined;
  const direction = asked === undefined ? (way < 7 ? "a2c" : "c2a") : opposite(asked.direction);
  return { direction, line: finish({ id: asked === undefined ? drawnId : asked.id, ...body }, duplicate) };
}

interface Waiting {
  readonly direction: "c2a" | "a2c";
  readonly id: unknown;
}

function finish(members: object, duplicate: string): string {
  return spell(members).replace(/\}$/, `${duplicate}}`);
}

function opposite(side: "c2a" | "a2c"): "c2a" | "a2c" {
  return side === "c2a" ? "a2c" : "c2a";
}

const junk: Arbitrary<Line> = fc
  .tuple(among<"c2a" | "a2c">("c2a", "a2c"), contents)
  .map(([direction, value]) => ({ direction, line: spell(value ?? null) }));

const lineOf = ({ direction, text }: GeneratedFrame): Line => ({ direction, line: text });
const ofSchema: Arbitrary<Line> = fc
  .oneof(...sources.flatMap((source) => [source.valid, source.nearValid]))
  .map(lineOf)
  .filter(({ line }) => isJson(line));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The life of one session: little is said, and most of it is answered as it should be. */
const lived: Arbitrary<Drawn> = fc.tuple(
  fc.oneof(
    {
      weight: 3,
      arbitrary: among(
        { method: "session/close", params: { sessionId: "s1" }, side: "c2a" as const },
        { method: "session/delete", params: { sessionId: "s1" }, side: "c2a" as const },
        { method: "session/load", params: { sessionId: "s1" }, side: "c2a" as const },
        { method: "session/prompt", params: { sessionId: "s1" }, side: "c2a" as const },
        {
          method: "session/request_permission",
          params: { sessionId: "s1", toolCall: { toolCallId: "t1", title: "run tests" } },
          side: "a2c" as const,
        },
      ),
    },
    {
      weight: 2,
      arbitrary: among(
        { result: { stopReason: "end_turn", outcome: { outcome: "selected", optionId: "yes" } } },
        { result: { stopReason: "cancelled", outcome: { outcome: "cancelled" } } },
      ),
    },
  ),
  among<unknown>(1, 2, 3, 4, 5),
  among(1, 2, 3, 4, 5, 6, 7, 8),
  among(1, 2, 3, 4, 5, 6),
  fc.constant(""),
);

/** A talk, in which other lines come between. */
function talk(turns: Arbitrary<Drawn>, other: Arbitrary<Line>, share: number): Arbitrary<readonly Line[]> {
  const turn = fc.oneof({ weight: 10 - share, arbitrary: turns }, { weight: share, arbitrary: other });
  return fc.array(turn, { minLength: 1, maxLength: 40, size: "max" }).map((all) => {
    const open: Waiting[] = [];
    return all.map((one) => ("line" in one ? one : say(one, open)));
  });
}

const lines: Arbitrary<readonly Line[]> = fc.oneof(
  { weight: 5, arbitrary: talk(drawn, junk, 0) },
  { weight: 2, arbitrary: talk(drawn, fc.oneof(ofSchema, junk), 3) },
  { weight: 3, arbitrary: talk(lived, junk, 0) },
  { weight: 2, arbitrary: conversations().map((said) => said.map(lineOf)) },
);

const options: Arbitrary<JsonObject> = fc
  .record({
    deltas: among<boolean | undefined>(undefined, true, false),
    ceiling: among<string | undefined>(undefined, undefined, "none", "metadata", "redacted", "full"),
    attention: among<string | undefined>(undefined, undefined, "none", "metadata", "redacted", "full"),
  })
  .map((value): JsonObject => JSON.parse(JSON.stringify(value)));

const limits = among<object>(
  {},
  {},
  {},
  { requests: 2 },
  { sessions: 2 },
  { toolCalls: 1 },
  { requests: 1, sessions: 1 },
);

/** Sessions of every kind: what peers say, what they nearly say, and what nobody should say. */
export const sessions: Arbitrary<Extract<Case, { frames: unknown }>> = fc.record({
  frames: lines,
  options,
  limits,
});

const moments: Arbitrary<Case> = fc
  .tuple(
    fc.oneof(
      fc.record({
        kind: among("request", "notification", "response", "other"),
        method: fc.oneof(names, among("session/new", "session/close", "session/update", "session/prompt")),
        params: contents,
        result: results,
        error: among<unknown>(undefined, undefined, null, { code: 1 }),
      }),
      asked.map(({ method, params }) => ({ kind: "request", method, params })),
      contents,
    ),
    options,
  )
  .map(([moment, chosen]) => ({ moment: spell(moment ?? null), options: chosen }));

/** Sessions, and now and then a moment by itself. */
export const cases: Arbitrary<Case> = fc.oneof(
  { weight: 6, arbitrary: sessions },
  { weight: 1, arbitrary: moments },
);
