import type { ClientScenario, ClientStage } from "../../../src/engine/client-scenario.js";
import type { JsonObject } from "../../../src/wire/message.js";
import { at, framesOf, shortly, told } from "../../scenarios/steps/reply.js";
import { type ClientTurn, inTurn, notApplicable } from "../steps/turn.js";

const UNKNOWN = "acp.v1.elicitation.client-unknown-property";
const BOUNDED = "acp.v1.elicitation.client-pattern-bounded";
const FORMAT = "acp.v1.elicitation.string-format-open";
const JUDGES = [UNKNOWN, BOUNDED, FORMAT];

/** A kind of field that nobody knows, beside one that everybody does. */
const COLOUR = "acp_assay_colour";
/** It takes a backtracking engine longer than anybody waits to find that this does not match. */
const SLOW = { type: "string", pattern: "^(a+)+$", default: `${"a".repeat(60)}!` };

/**
 * Forms with fields that ask much of a client (docs/rfds/elicitation.mdx, "Restricted JSON Schema"; schema
 * ElicitationPropertySchema). A client may leave any of them to its user.
 */
export const fields: ClientScenario = inTurn("elicitation/fields", JUDGES, async (stage, turn) => {
  if (!turn.can("elicitation", "form") || stage.protocol.id !== "v1") {
    return notApplicable(stage, JUDGES, "the client does not announce elicitation.form");
  }
  if ((await turn.connection.barrier()).kind === "silence") return;
  await judgeUnknown(stage, turn);
  const hostname = turn.connection.wrongly(() =>
    begin(turn, { host: { type: "string", format: "hostname" } }),
  );
  stage.recorded(FORMAT, `a format that the schema does not list: ${told(await hostname.reply)}`);
  await judgeBounded(stage, turn);
});

async function judgeUnknown(stage: ClientStage, turn: ClientTurn): Promise<void> {
  const reply = await begin(turn, {
    name: { type: "string", default: "nobody" },
    [COLOUR]: { type: "_acp-assay-colour", default: "red" },
  }).reply;
  if (reply.kind !== "result" || at(reply.result, "action") !== "accept") {
    stage.notTested(UNKNOWN, `the client accepted no form: ${told(reply)}`);
    return;
  }
  const given = at(reply.result, "content", COLOUR) ?? null;
  stage.expect(UNKNOWN, given === null, () => ({
    expected: "no value for a field whose type no client knows",
    actual: shortly(given),
    frames: framesOf(reply),
  }));
}

/** Whether the client evaluates the pattern is its own affair: it has to go on. */
async function judgeBounded(stage: ClientStage, turn: ClientTurn): Promise<void> {
  // A client that is busy with the forms before is not held up by the pattern.
  const before = await turn.connection.barrier();
  if (before.kind === "silence") {
    stage.notTested(BOUNDED, `the client is busy before it is asked: ${told(before)}`);
    return;
  }
  const asked = begin(turn, { word: SLOW });
  const barrier = await turn.connection.barrier();
  if (barrier.kind === "silence" && !turn.connection.isOpen) {
    stage.notTested(BOUNDED, `the connection is over: ${told(barrier)}`);
    return;
  }
  stage.expect(BOUNDED, barrier.kind !== "silence", () => ({
    expected: "the next request answered, whatever a pattern takes to evaluate",
    actual: told(barrier),
    frames: [asked.request, ...framesOf(barrier)],
  }));
}

function begin(turn: ClientTurn, properties: JsonObject): ReturnType<ClientTurn["begin"]> {
  const requestedSchema = { type: "object", properties };
  return turn.begin("elicitation/create", { mode: "form", message: "A few words", requestedSchema });
}
