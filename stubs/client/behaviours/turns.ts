import { isJsonObject } from "../../../src/wire/message.js";
import { type Behaviour, mutant } from "../behaviour.js";
import { changeBlock, changeCall, diesOf, without } from "../change.js";

/** Defects in prompts, and in taking in what the agent reports. */
export const turnMutants: readonly Behaviour[] = [
  mutant(
    "prompt-text",
    "prompts with text where a list belongs",
    changeCall("session/prompt", (params) => ({ ...params, prompt: "First" })),
  ),
  mutant(
    "prompt-message-id",
    "gives its prompts a message id",
    changeCall("session/prompt", (params) => ({ ...params, messageId: "m-1" })),
  ),
  mutant(
    "block-markdown",
    "prompts with a kind of block that there is not",
    changeBlock("resource_link", () => ({ type: "markdown", text: "**" })),
  ),
  mutant(
    "text-missing",
    "prompts with a text block without text",
    changeBlock("text", (block) => without(block, "text")),
  ),
  mutant(
    "link-nameless",
    "prompts with a link without a name",
    changeBlock("resource_link", (block) => without(block, "name")),
  ),
  mutant(
    "resource-empty",
    "embeds a resource without contents",
    changeBlock("resource", () => ({ type: "resource", resource: { uri: "file:///a" } })),
  ),
  mutant(
    "image-url",
    "gives a url where the data of an image belongs",
    changeBlock("image", (block) => ({ ...block, data: "http://a/b.png" })),
  ),
  mutant(
    "audio-url",
    "gives a url where the data of a sound belongs",
    changeBlock("audio", (block) => ({ ...block, data: "http://a/b.wav" })),
  ),
  mutant(
    "annotation-text",
    "gives a priority as text",
    changeBlock("text", (block) => ({ ...block, annotations: { priority: "high" } })),
  ),
  mutant("answers-updates", "answers session/update", {
    incoming: (message, client) => {
      if (message.kind === "notification" && message.method === "session/update") {
        client.send({ jsonrpc: "2.0", id: null, result: {} }, { method: "session/update", kind: "response" });
      }
      return false;
    },
  }),
  mutant(
    "dies-of-meta",
    "dies of _meta beside an update",
    diesOf(({ method, params }) => method === "session/update" && isJsonObject(params) && "_meta" in params),
  ),
  mutant(
    "dies-of-nested-meta",
    "dies of _meta in a content block",
    diesOf((value) => /"content":\{[^}]*"_meta":\{"nested/.test(JSON.stringify(value))),
  ),
  mutant(
    "dies-of-traceparent",
    "dies of a traceparent that is no text",
    diesOf((value) => JSON.stringify(value).includes('"traceparent":5')),
  ),
  mutant(
    "dies-of-severity",
    "dies of a notice of a severity that it does not know",
    diesOf((value) => JSON.stringify(value).includes('"severity":"_acp-assay"')),
  ),
  mutant("dies-of-new-call", "dies of an update of a call that only a permission request has named", {
    incoming: (message) => {
      if (message.kind !== "notification" || message.method !== "session/update") return false;
      const text = JSON.stringify(message.params);
      if (text.includes('"sessionUpdate":"tool_call"')) hasCalls = true;
      if (text.includes('"sessionUpdate":"tool_call_update"') && !hasCalls) process.exit(1);
      return false;
    },
  }),
];

let hasCalls = false;
