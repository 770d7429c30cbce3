import { type ExactJson, memberOf } from "../../wire/exact-json.js";

/** What a place of a frame names. `ours` and `theirs` are requests of whoever says the frame and of the other side. */
export type NameKind = "id" | "ours" | "theirs" | "session" | "cwd" | "capabilities";

/** One place of a frame whose value a bridge may have to rewrite. */
export interface Name {
  readonly kind: NameKind;
  readonly path: readonly (string | number)[];
  readonly value: ExactJson;
  /** A result that gives a session its id. */
  readonly isGiven?: boolean;
  /** In a method that the bridge need not know: it may leave the name as it is. */
  readonly isLoose?: boolean;
}

const SESSION_METHODS = /^(?:session|fs|terminal|elicitation)\//;

/** Every place of a frame at which a bridge may say another name: these and no others, whatever the values are. */
export function namesIn(frame: ExactJson): readonly Name[] {
  const method = textOf(memberOf(frame, "method"));
  const params = memberOf(frame, "params");
  const result = memberOf(frame, "result");
  const isLoose = method !== undefined && !SESSION_METHODS.test(method);
  return [
    ...at(frame, "id", ["id"]),
    ...(method === "$/cancel_request" ? at(params, "ours", ["params", "requestId"]) : []),
    ...(method === "elicitation/create" ? at(params, "theirs", ["params", "requestId"]) : []),
    ...(method === "initialize" ? at(params, "capabilities", ["params", "clientCapabilities"]) : []),
    ...at(params, "session", ["params", "sessionId"], { isLoose }),
    ...at(params, "cwd", ["params", "cwd"]),
    ...at(result, "session", ["result", "sessionId"], { isGiven: true }),
    ...at(result, "capabilities", ["result", "agentCapabilities"]),
    ...listedSessions(result),
  ];
}

/** The frame with other values at these places; places that it does not have stay absent. */
export function replaceNames(
  frame: ExactJson,
  values: readonly { readonly path: Name["path"]; readonly value: ExactJson }[],
): ExactJson {
  return values.reduce((changed, { path, value }) => replaceAt(changed, path, value), frame);
}

/** The same place in another frame, as a key. */
export function placeOf({ path }: Pick<Name, "path">): string {
  return path.join(".");
}

function at(
  parent: ExactJson | undefined,
  kind: NameKind,
  path: readonly string[],
  more: Pick<Name, "isGiven" | "isLoose"> = {},
): Name[] {
  const value = parent && memberOf(parent, path.at(-1) ?? "");
  return value === undefined ? [] : [{ kind, path, value, ...more }];
}

function listedSessions(result: ExactJson | undefined): Name[] {
  const sessions = result && memberOf(result, "sessions");
  if (sessions?.type !== "array") return [];
  return sessions.items.flatMap((session, place): Name[] =>
    (["sessionId", "cwd"] as const).flatMap((key): Name[] => {
      const value = memberOf(session, key);
      const kind = key === "cwd" ? "cwd" : "session";
      return value === undefined ? [] : [{ kind, path: ["result", "sessions", place, key], value }];
    }),
  );
}

function replaceAt(frame: ExactJson, path: Name["path"], value: ExactJson): ExactJson {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (frame.type === "array") {
    return {
      type: "array",
      items: frame.items.map((item, place) => (place === step ? replaceAt(item, rest, value) : item)),
    };
  }
  if (frame.type !== "object") return frame;
  // The last of several members with one key is the one that was read.
  const last = frame.members.findLastIndex(({ key }) => key === step);
  return {
    type: "object",
    members: frame.members.map((member, place) =>
      place === last ? { key: member.key, value: replaceAt(member.value, rest, value) } : member,
    ),
  };
}

/** A JSON string's value. */
export function textOf(value: ExactJson | undefined): string | undefined {
  return value?.type === "string" ? value.value : undefined;
}
