import type { AgentScenario, AgentStage } from "../../../src/engine/scenario.js";
import type { Frame } from "../../../src/wire/frame.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { optionLists } from "../passive/options.js";
import { framesOf, member } from "../steps/reply.js";
import { initialize, initializeParams, newSession } from "../steps/setup.js";

const COMBINATIONS = "acp.v1.init.all-combinations";
const UNKNOWN = "acp.v1.ext.capability-unknown-tolerated";
const META = "acp.v1.ext.meta-everywhere";
const MARKER = "acp.v1.init.marker-null-equals-absent";
const META_VALUES = "acp.v1.ext.meta-no-assumptions";

const NESTED_META = { "acp-assay.example/note": { list: [1, null, { deep: true }], text: "é" } };

/** What each variant of the initialize request adds to a plain one, and the requirement that it is about. */
const VARIANTS: readonly (readonly [id: string, what: string, params: JsonObject])[] = [
  [COMBINATIONS, "terminal without fs", initializeParams({ terminal: true })],
  [
    COMBINATIONS,
    "fs and terminal",
    initializeParams({ fs: { readTextFile: true, writeTextFile: true }, terminal: true }),
  ],
  [
    UNKNOWN,
    "capabilities that no schema knows",
    initializeParams({ acpAssayUnknown: { modes: ["a"] }, fs: { acpAssayUnknown: true } }),
  ],
  [
    META,
    "_meta on the request and on nested objects",
    {
      ...initializeParams({ _meta: NESTED_META, fs: { _meta: NESTED_META } }),
      _meta: NESTED_META,
    },
  ],
  [COMBINATIONS, "a terminal for logins", initializeParams({ auth: { terminal: true } })],
  [
    MARKER,
    "markers that are null",
    initializeParams({ session: { configOptions: { boolean: null }, notices: null }, elicitation: null }),
  ],
  [META_VALUES, "_meta with a number as traceparent", { ...initializeParams(), _meta: { traceparent: 5 } }],
];

/**
 * An agent copes with every combination of client capabilities and with unknown ones
 * (docs/protocol/v1/initialization.mdx, "Capabilities"), with `_meta` on any object
 * (docs/protocol/v1/extensibility.mdx, "The _meta Field"), and assumes nothing about the values in it (the schema's
 * description of `_meta`). A plain initialize is the measure: where that fails, nothing is judged.
 */
export const clientCapabilities: AgentScenario = {
  name: "initialize/client-capabilities",
  judges: [COMBINATIONS, UNKNOWN, META, META_VALUES, MARKER],
  async run(stage) {
    const failures = await Promise.all(VARIANTS.map(([, , params]) => reachSession(stage, params)));
    const isAnyFailed = failures.some((failure) => failure !== undefined);
    const plain = isAnyFailed ? await reachSession(stage, initializeParams()) : undefined;
    for (const [index, [id, what]] of VARIANTS.entries()) {
      const failure = failures[index];
      if (plain !== undefined) stage.notTested(id, `a plain connection fails too: ${plain.reason}`);
      else {
        stage.expect(id, failure === undefined, () => ({
          expected: `initialize and session/new as with a plain request, given ${what}`,
          actual: failure?.reason ?? "",
          frames: failure?.frames ?? [],
        }));
      }
    }
  },
};

async function reachSession(
  stage: AgentStage,
  params: JsonObject,
): Promise<{ reason: string; frames: Frame[] } | undefined> {
  const ready = await initialize(stage, params);
  const session = "reason" in ready ? ready : await newSession(stage, ready);
  const [request] = session.connection.transcript.frames;
  // Null announces nothing, and an option that needs an announcement is none of a plain session.
  const toggles = optionLists(session.connection.transcript).find(({ options }) =>
    options.some((option) => member(option, "type") === "boolean"),
  );
  if (toggles !== undefined) return { reason: "a boolean option, unannounced", frames: [...toggles.frames] };
  return "reason" in session
    ? { reason: session.reason, frames: [...(request ? [request] : []), ...framesOf(session.reply)] }
    : undefined;
}
