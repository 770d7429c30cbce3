import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { type BehaviourTwo, control } from "../behaviour.js";
import {
  answering,
  changeCall,
  changeResult,
  changeState,
  changeUpdate,
  mapUpdates,
  obey,
  without,
} from "../change.js";
import { INITIALIZE } from "../obedient.js";
import { Work } from "../work.js";

const OWN = "_raw-agent.example/";

/** Agents of version 2 that are odd and break no rule. */
export const controlsTwo: readonly BehaviourTwo[] = [
  control(
    "sparse",
    "only what has to be there is offered",
    changeResult("initialize", (result) => ({
      protocolVersion: 2,
      info: without(Object(result["info"]), "title"),
      capabilities: { session: {} },
    })),
  ),
  control(
    "no-sessions",
    "sessions are not offered",
    changeResult("initialize", (result) => ({ ...result, capabilities: {}, authMethods: [] })),
  ),
  control(
    "nulls",
    "what may be null is null",
    changeResult("initialize", (result) => ({
      ...result,
      info: { ...Object(result["info"]), title: null },
      capabilities: { ...Object(result["capabilities"]), auth: null, _meta: null },
    })),
  ),
  control("bare-sessions", "a session has no options and no commands", {
    answers: {
      ...changeResult("session/new", (result) => without(result, "configOptions", "availableCommands"))
        .answers,
      ...changeResult("session/resume", () => ({})).answers,
    },
  }),
  control(
    "latest-for-zero",
    "asked for version 0, it offers its latest, as the page has it",
    answering("initialize", (params, agent) => obey("initialize", { ...params, protocolVersion: 2 }, agent)),
  ),
  control(
    "speaks-three",
    "its latest version is 3",
    answering("initialize", (params, agent) =>
      Number(params["protocolVersion"]) > 2
        ? { result: { ...INITIALIZE, protocolVersion: 3 } }
        : obey("initialize", params, agent),
    ),
  ),
  control("answers-behind", "the response to a prompt comes behind the first updates", {
    answers: {
      "session/prompt": async (params, agent) => {
        const answer = await obey("session/prompt", params, agent);
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        return answer;
      },
    },
  }),
  control(
    "chunked-user",
    "the user message comes as chunks",
    mapUpdates((update) => {
      const { content } = update;
      return update["sessionUpdate"] === "user_message" && Array.isArray(content)
        ? content.map((block) => ({ ...update, sessionUpdate: "user_message_chunk", content: block }))
        : [update];
    }),
  ),
  control(
    "says-all-twice",
    "each state is reported twice",
    mapUpdates((update) => (update["sessionUpdate"] === "state_update" ? [update, update] : [update])),
  ),
  control(
    "no-background",
    "background work is not reported",
    mapUpdates((update) =>
      update["sessionUpdate"] === "state_update" ? [without(update, "background")] : [update],
    ),
  ),
  control("works-in-background", "a process goes on behind idle and writes", {
    work: async (work) => {
      const stopReason = await work.obey();
      const terminalId = `term-${work.agent.freshNumber()}`;
      const { cwd } = work.session;
      work.update({ sessionUpdate: "terminal_update", terminalId, command: "sleep 1", cwd });
      work.state("idle", { stopReason, background: [{ type: "terminal", terminalId }] });
      work.update({ sessionUpdate: "terminal_output_chunk", terminalId, data: "Lg==" });
      work.update({ sessionUpdate: "terminal_update", terminalId, exitStatus: {} });
      work.state("idle", { stopReason });
      return undefined;
    },
  }),
  control(
    "own-words",
    "kinds, statuses and reasons of its own",
    mapUpdates((update) => [
      {
        ...update,
        ...(update["kind"] === "execute" ? { kind: `${OWN}dance` } : {}),
        ...(update["status"] === "in_progress" ? { status: `${OWN}warming-up` } : {}),
        ...(update["stopReason"] === "end_turn" ? { stopReason: `${OWN}bored` } : {}),
      },
    ]),
  ),
  control(
    "pauses",
    "a tool call pauses on its way",
    changeUpdate("tool_call_update", (update) =>
      update["status"] === "in_progress" ? { ...update, status: "paused" } : update,
    ),
  ),
  control(
    "windows",
    "locations are paths of Windows",
    changeUpdate("tool_call_update", (update) =>
      "locations" in update ? { ...update, locations: [{ path: "C:\\note.txt" }] } : update,
    ),
  ),
  control(
    "patchless",
    "diffs have no patch",
    mapUpdates((update) => {
      const [content] = Array.isArray(update["content"]) ? update["content"] : [];
      return isJsonObject(content) && content["type"] === "diff"
        ? [{ ...update, content: [{ ...content, patch: null }] }]
        : [update];
    }),
  ),
  control(
    "asks-about-nothing",
    "a permission request has no subject",
    changeCall("session/request_permission", (params) => without(params, "subject")),
  ),
  control(
    "own-subject",
    "a permission request is about something of its own",
    changeCall("session/request_permission", (params) => ({
      ...params,
      subject: { type: `${OWN}door`, door: "front" },
    })),
  ),
  control(
    "more-than-asked",
    "updates have members that the schema does not know, and _meta",
    mapUpdates((update) => [{ ...update, rawAgent: true, _meta: { "raw-agent.example": [1] } }]),
  ),
  control(
    "remembers-reason",
    "the state of a resumed session carries the last stop reason",
    changeState("idle", (update) =>
      update["stopReason"] === undefined ? { ...update, stopReason: "end_turn" } : update,
    ),
  ),
  control("text-ids", "the ids of its requests are texts", {
    outgoing: (message, { kind }) =>
      kind === "request" && typeof message["id"] === "number"
        ? [{ ...message, id: `r${message["id"]}` }]
        : [withdrawn(message)],
    incoming: (message, agent) => {
      if (message.kind === "response") agent.settle(message.id.raw.slice(2, -1), message.value);
      return message.kind === "response";
    },
  }),
  control("begins-by-itself", "work begins without a prompt", {
    answers: {
      "session/new": async (params, agent) => {
        const answer = await obey("session/new", params, agent);
        const session = [...agent.sessions.values()].at(-1);
        if (session !== undefined) setImmediate(() => chat(new Work(agent, session, [])));
        return answer;
      },
    },
  }),
];

function chat(work: Work): void {
  work.state("running");
  work.say("as I was saying");
  work.state("idle", { stopReason: "end_turn" });
}

/** The withdrawal of a request whose id is a text. */
function withdrawn(message: JsonObject): JsonObject {
  const { params } = message;
  return message["method"] === "$/cancel_request" && isJsonObject(params)
    ? { ...message, params: { requestId: `r${String(params["requestId"])}` } }
    : message;
}
