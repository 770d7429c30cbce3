import type { PlantedFault } from "./fault.js";

/** Faults in `src/mapping`, planted in what the compiler makes of it. */
export const typescriptFaults: readonly PlantedFault[] = [
  {
    about: "ids of different types are the same",
    file: "session/frame.js",
    find: "`s:",
    replace: "`n:",
  },
  {
    about: "directions share their ids",
    file: "session/memory/open-requests.js",
    find: "this.#byId[opposite(direction)]",
    replace: "this.#byId[direction]",
  },
  {
    about: "the newest of two requests with one id is answered",
    file: "session/memory/open-requests.js",
    find: "const [request] = this.#byId[opposite(direction)].get(idKey) ?? [];",
    replace: "const request = (this.#byId[opposite(direction)].get(idKey) ?? []).at(-1);",
  },
  {
    about: "history is live",
    file: "session/on-update.js",
    find: "const isHistory = session.loads > 0;",
    replace: "const isHistory = false;",
  },
  {
    about: "a session ends twice",
    file: "session/closing.js",
    find: "session.hasEnded = true;",
    replace: "session.hasEnded = false;",
  },
  {
    about: "permissions stay open when a session ends",
    file: "session/closing.js",
    find: "export function closeSession(out, session) {\n    dismissSession(out, session);",
    replace: "export function closeSession(out, session) {",
  },
  {
    about: "an error ends no run",
    file: "session/on-response.js",
    find: "error === undefined ? mapStop(result, out.posture) : mapPromptError(error, out.posture)",
    replace: "mapStop(result, out.posture)",
  },
  {
    about: "a second final status ends a tool call again",
    file: "session/on-update.js",
    find: "call.isOver = true;",
    replace: "call.isOver = false;",
  },
  {
    about: "names are not joined",
    file: "session/memory/sessions.js",
    find: "call.name = title;",
    replace: "call.name = undefined;",
  },
  {
    about: "a run's name comes again",
    file: "session/run-name.js",
    find: "id > state.highestRunId",
    replace: "true",
  },
  {
    about: "a permission's subject is the tool call",
    file: "session/on-response.js",
    find: "out.emit(event, { session, run, cause: key, subject: key })",
    replace: "out.emit(event, { session, run, cause: key })",
  },
  {
    about: "a tool call that arrives finished has no end",
    file: "moment/tool-call.js",
    find: "isFinal(status) ? [requested, ended(update, id, status, posture)] : [requested]",
    replace: "[requested]",
  },
  {
    about: "keys are sorted by code point",
    file: "digest/canonical-json.js",
    find: "left < right ? -1 : 1",
    replace: "Buffer.compare(Buffer.from(left), Buffer.from(right))",
  },
  {
    about: "digests are of redacted length",
    file: "digest/digest.js",
    find: "const HEX_DIGITS = 32;",
    replace: "const HEX_DIGITS = 31;",
  },
  {
    about: "a refusal is a success",
    file: "moment/turn.js",
    find: 'if (reason === "refusal")',
    replace: 'if (reason === "refused")',
  },
  {
    about: "commands have a place in the sequence",
    file: "moment/mechanical-type.js",
    find: 'if (first === "control")',
    replace: 'if (first === "")',
  },
  {
    about: "chunks show at metadata",
    file: "posture/posture.js",
    find: 'deltas === true && shows(this.level, "redacted")',
    replace: "deltas === true",
  },
  {
    about: "the attention prompt shows its title at metadata",
    file: "moment/permission.js",
    find: 'if (!shows(level, "redacted"))',
    replace: 'if (level === "none")',
  },
  {
    about: "what is in the window is input",
    file: "moment/session-update.js",
    find: 'used: countOf(update["used"])',
    replace: '"gen_ai.usage.input_tokens": countOf(update["used"])',
  },
  {
    about: "deep content is shown",
    file: "moment/json-field.js",
    find: "const MOST_LEVELS = 100;",
    replace: "const MOST_LEVELS = 101;",
  },
  {
    about: "the least recently used session is not the one that is forgotten",
    file: "session/memory/sessions.js",
    find: "    state.sessions.delete(id);\n",
    replace: "",
  },
  {
    about: "a forgotten request's run stays open",
    file: "session/on-request.js",
    find: "if (oldest?.run !== undefined)",
    replace: "if (false)",
  },
  {
    about: "titles count characters, not code units",
    file: "moment/json-field.js",
    find: "value.length <= MOST_ID_UNITS",
    replace: "[...value].length <= MOST_ID_UNITS",
  },
];
