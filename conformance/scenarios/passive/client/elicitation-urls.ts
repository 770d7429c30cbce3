import type { Transcript } from "../../../../src/driver/transcript.js";
import type { PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Protocol } from "../../../../src/protocol/protocol.js";
import type { Frame } from "../../../../src/wire/frame.js";
import type { Json } from "../../../../src/wire/message.js";
import { answersOfClientIn, type Call, callsIn } from "../../steps/messages.js";
import { noteEach, onEach } from "../../steps/passive.js";
import { member, shortly } from "../../steps/reply.js";
import { type Elicitation, elicitations } from "./elicitation-requests.js";

/** Visits to a page (docs/protocol/v1/elicitation.mdx, "URL mode", "URL completion", "URL security"). */
export const urlChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.elicitation.url-valid", elicitations("url"), ({ frame, params: { url, elicitationId } }) => {
    if (typeof elicitationId !== "string")
      return { expected: "an elicitationId", actual: shortly(elicitationId), frames: [frame] };
    return typeof url === "string" && URL.canParse(url)
      ? undefined
      : { expected: "a valid URL", actual: shortly(url), frames: [frame] };
  }),
  onEach("acp.v1.elicitation.url-no-credentials", urls, ({ frame, url }) => {
    const shown =
      url.password === "" ? [...url.searchParams.keys()].find((name) => isSecret(name)) : "a password";
    return shown === undefined
      ? undefined
      : { expected: "no credentials in the URL", actual: shown, frames: [frame] };
  }),
  onEach("acp.v1.elicitation.url-https", urls, ({ frame, url }) =>
    url.protocol !== "http:" || isLocal(url.hostname)
      ? undefined
      : { expected: "https", actual: `${url.protocol}//${url.hostname}`, frames: [frame] },
  ),
  onEach("acp.v1.elicitation.id-unique", withTwin, ({ frame, twin }) =>
    twin === undefined
      ? undefined
      : {
          expected: "an elicitationId that no open elicitation has",
          actual: "the same again",
          frames: [twin, frame],
        },
  ),
  onEach("acp.v1.elicitation.complete-schema", completions, ({ call, isKnown }, protocol) => {
    const [violation] = protocol.judgeDefinition(
      "CompleteElicitationNotification",
      call.params ?? {},
      "params",
    );
    if (violation !== undefined)
      return {
        expected: `${violation.path}: ${violation.expected}`,
        actual: violation.actual,
        frames: [call.frame],
      };
    return isKnown && call.id === undefined
      ? undefined
      : {
          expected: "a notification with the elicitationId of an elicitation of this connection",
          actual: call.id === undefined ? shortly(member(call.params, "elicitationId")) : "a request",
          frames: [call.frame],
        };
  }),
  noteEach(
    "acp.v1.elicitation.complete-optional",
    (transcript) => callsIn(transcript).filter(({ method }) => method === "elicitation/complete"),
    () => "elicitation/complete is sent",
    "",
  ),
];

function urls(transcript: Transcript, protocol: Protocol): { frame: Frame; url: URL }[] {
  return elicitations("url")(transcript, protocol).flatMap(({ frame, params: { url } }) =>
    typeof url === "string" && URL.canParse(url) ? [{ frame, url: new URL(url) }] : [],
  );
}

/** A parameter of such a name opens a door by itself; "token" or "state" may only name the elicitation. */
function isSecret(name: string): boolean {
  return /^(password|passwd|api[-_]?key|access[-_]?token|refresh[-_]?token|client[-_]?secret)$/i.test(name);
}

function isLocal(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}

/** Each URL elicitation, with an earlier one that has its id and has no answer yet. */
function withTwin(transcript: Transcript, protocol: Protocol): (Elicitation & { twin: Frame | undefined })[] {
  const answered = new Map(
    answersOfClientIn(transcript).map(({ request, frame }) => [request, frame.number]),
  );
  const before: Elicitation[] = [];
  return elicitations("url")(transcript, protocol).map((one) => {
    const id: Json | undefined = one.params["elicitationId"];
    const twin = before.find(
      ({ params, frame }) =>
        params["elicitationId"] === id &&
        (answered.get(frame) ?? Number.POSITIVE_INFINITY) > one.frame.number,
    );
    before.push(one);
    return { ...one, twin: id === undefined ? undefined : twin?.frame };
  });
}

function completions(transcript: Transcript, protocol: Protocol): { call: Call; isKnown: boolean }[] {
  if (protocol.method("elicitation/complete", "a2c") === undefined) return [];
  const asked = elicitations("url")(transcript, protocol);
  return callsIn(transcript)
    .filter(({ method }) => method === "elicitation/complete")
    .map((call) => ({
      call,
      isKnown: asked.some(
        ({ frame, params }) =>
          frame.number < call.frame.number &&
          params["elicitationId"] === member(call.params, "elicitationId"),
      ),
    }));
}
