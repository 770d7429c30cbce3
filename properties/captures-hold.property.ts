import fc from "fast-check";
import { conversations } from "../generated/v1/arbitraries.js";
import {
  endConnection,
  initialState,
  mapMoment,
  mapSession,
  type SessionEvent,
  type SessionOptions,
} from "../src/mapping/mapping.js";
import type { Json } from "../src/wire/message.js";
import { type Exempt, type Line, plantCanaries } from "../test/mapping/canaries.js";
import { sessions } from "../test/mapping/differential/cases.js";
import { holds } from "./holds.js";

const isCampaign = process.env["ACP_ASSAY_CAMPAIGN"] === "1";
const trial = { runs: isCampaign ? 5_000 : 60 };

/** Sessions that peers could have, and sessions that nobody should. */
const lines: fc.Arbitrary<readonly Line[]> = fc.oneof(
  conversations().map((said) => said.map(({ direction, text }): Line => ({ direction, line: text }))),
  sessions.map(({ frames }) => frames),
);

/** All that the events of a session say, as one text. */
function said(frames: readonly Line[], options: SessionOptions, exempt: Exempt): string {
  const state = initialState();
  const planted = frames.map(({ direction, line }) => ({
    direction,
    message: plantCanaries(JSON.parse(line), exempt),
  }));
  const events = planted.flatMap((frame) => [...mapSession(state, frame, options)[1]]);
  const moments = planted.flatMap(({ message }) =>
    momentsOf(message).flatMap((one) => [...mapMoment(one, options)]),
  );
  return JSON.stringify([...events, ...endConnection(state, options)[1], ...moments]);
}

function momentsOf(message: Json) {
  const { method, params, result, error }: Record<string, Json | undefined> = Object(message);
  const methods = typeof method === "string" ? [method] : ["session/prompt", "session/request_permission"];
  return methods.flatMap((name) =>
    (["request", "notification", "response"] as const).map((kind) => ({
      kind,
      method: name,
      params,
      result,
      error,
    })),
  );
}

const CANARY = /canary/i;

holds(
  "at none, events show ids and nothing else of what was said",
  lines,
  (frames) => !CANARY.test(said(frames, { ceiling: "none", deltas: true }, "ids")),
  trial,
);

holds(
  "at metadata, events show no content",
  lines,
  (frames) => !CANARY.test(said(frames, { ceiling: "metadata", deltas: true }, "metadata")),
  trial,
);

holds(
  "at metadata, what an agent asks shows no title",
  lines,
  (frames) => {
    const events: readonly SessionEvent[] = JSON.parse(said(frames, { ceiling: "metadata" }, "kinds"));
    const asked = events.filter(({ type }) => type.startsWith("attention."));
    return !CANARY.test(JSON.stringify(asked));
  },
  trial,
);

holds(
  "by default, events show no content, but titles",
  lines,
  (frames) => !CANARY.test(said(frames, { deltas: true }, "metadata")),
  trial,
);

const redact = {
  text: (text: string): string => text.replace(/canary/gi, ""),
  value: (value: Json): Json => JSON.parse(JSON.stringify(value).replace(/canary/gi, "")),
};

holds(
  "at redacted, every content went through the redaction, titles too",
  lines,
  (frames) => !CANARY.test(said(frames, { ceiling: "redacted", deltas: true, redact }, "kinds")),
  trial,
);

const prompted: readonly Line[] = [
  {
    direction: "c2a",
    line: '{"id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"x"}]}}',
  },
];

holds(
  "a canary that is let through is seen",
  fc.constant(prompted),
  (frames) => CANARY.test(said(frames, { ceiling: "full" }, "ids")),
  { runs: 1 },
);
