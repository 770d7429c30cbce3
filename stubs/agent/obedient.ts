import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream, RequestError } from "@agentclientprotocol/sdk";
import { answeringStream } from "./obedient/answering-stream.js";
import { ObedientAgent } from "./obedient/obedient-agent.js";

// A well-behaved ACP v1 agent on standard input and output. It ends by itself, with code 0, when its input has ended
// and everything is answered.
const obedient = new ObedientAgent();
const { sessions } = obedient;
const stdio = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));

agent({ name: "obedient-agent" })
  .onRequest("initialize", ({ params }) => obedient.initialize(params))
  .onRequest("authenticate", ({ params }) => {
    throw RequestError.invalidParams({ methodId: params.methodId }, "no login is needed");
  })
  .onRequest("session/new", ({ params }) => {
    const session = sessions.create(params);
    return { sessionId: session.id, ...session.state };
  })
  .onRequest("session/load", ({ params, client }) => obedient.load(params, client))
  .onRequest("session/resume", ({ params }) => obedient.resume(params))
  .onRequest("session/list", ({ params }) => sessions.list(params))
  .onRequest("session/close", ({ params }) => {
    sessions.close(params.sessionId);
    return {};
  })
  .onRequest("session/delete", ({ params }) => {
    sessions.delete(params.sessionId);
    return {};
  })
  .onRequest("session/set_mode", ({ params }) => obedient.setMode(params))
  .onRequest("session/set_config_option", ({ params }) => obedient.setOption(params))
  .onRequest("session/prompt", ({ params, client, signal }) => obedient.prompt(params, client, signal))
  .onNotification("session/cancel", ({ params }) => sessions.cancel(params.sessionId))
  .connect(answeringStream(stdio, () => obedient.endInput()));
