import { Buffer } from "node:buffer";
import { type ExactJson, memberOf } from "../../../src/wire/exact-json.js";
import { exactJsonText } from "../../../src/wire/exact-json-text.js";
import type { Passage } from "../pump.js";
import { number, string, textAt, valueAt, withValue } from "./frame.js";
import { type Change, rewriter } from "./rewriter.js";
import { isMessage, validator } from "./validator.js";

/** A bridge of a named profile; one with a defect breaks its promise by just that. */
export interface RewritingBridge {
  readonly name: string;
  readonly profile: "rewriting" | "validating";
  /** What it does wrong; a control does nothing wrong, however much it changes. */
  readonly defect?: string;
  readonly passage: () => Passage;
}

export const REWRITING_BRIDGES: readonly RewritingBridge[] = [
  { name: "renames", profile: "rewriting", passage: () => rewriter() },
  {
    name: "renames-ids-to-text",
    profile: "rewriting",
    passage: () => rewriter({ idOf: (count) => string(`${"request-".repeat(20)}${count}`) }),
  },
  { name: "keeps-names", profile: "rewriting", passage: () => validator() },
  {
    name: "moves-directory",
    profile: "rewriting",
    passage: () =>
      rewriter(
        {},
        edit(["params", "cwd"], () => string("/workspace")),
      ),
  },
  {
    name: "hides-capabilities",
    profile: "rewriting",
    passage: () =>
      rewriter(
        {},
        edit(["params", "clientCapabilities"], () => ({ type: "object", members: [] })),
      ),
  },
  { name: "validates", profile: "validating", passage: () => validator() },
  mutant("answers-the-oldest", "Gives every answer to the request that has waited longest.", () =>
    rewriter({ answered: (open) => open.keys().next().value }),
  ),
  mutant("reuses-one-id", "Gives every request of the client the same id.", () =>
    rewriter({ idOf: (count, own) => (own.type === "number" ? number(1) : string(`b-${count}`)) }),
  ),
  mutant("keeps-cancelled-id", "Cancels a request under the name of the other side.", () =>
    rewriter({ keepsCancelledId: true }),
  ),
  mutant("keeps-elicitation-id", "Elicits for a request under the name of the other side.", () =>
    rewriter({ keepsElicitationId: true }),
  ),
  mutant("forgets-sessions-in-updates", "Leaves the agent's name of a session in its updates.", () =>
    rewriter({ keepsSessionInUpdates: true }),
  ),
  mutant("merges-sessions", "Gives two sessions one name.", () => rewriter({ sessionOf: () => "session" })),
  mutant("drops-stop-reason", "Drops the stop reason of a turn.", () =>
    rewriter(
      {},
      edit(["result", "stopReason"], () => undefined),
    ),
  ),
  mutant("reorders-updates", "Lets an update overtake the one before it.", () => {
    let held: ExactJson | undefined;
    return rewriter({}, (frame) => {
      if (held === undefined && textAt(frame, TEXT)?.endsWith(" 3") === true) {
        held = frame;
        return [];
      }
      const both = held === undefined ? [frame] : [frame, held];
      held = undefined;
      return both;
    });
  }),
  mutant("repeats-an-update", "Sends an update twice.", () =>
    rewriter({}, (frame) => (textAt(frame, TEXT)?.endsWith(" 5") === true ? [frame, frame] : [frame])),
  ),
  mutant(
    "swaps-two-results",
    "Gives the results of two answers of one write to each other's question.",
    () => {
      let held: ExactJson | undefined;
      return rewriter({}, (frame, { direction }) => {
        const isAnswer = direction === "c2a" && memberOf(frame, "result") !== undefined;
        if (!isAnswer || valueAt(frame, ["result", "content"]) === undefined) return [frame];
        const swapped = held === undefined ? frame : withValue(frame, ["result"], valueAt(held, ["result"]));
        held = frame;
        return [swapped];
      });
    },
  ),
  mutant("answers-for-the-agent", "Answers a request for the sessions by itself.", () =>
    rewriter({}, (frame, hop) => {
      if (textAt(frame, ["method"]) !== "session/list") return [frame];
      const id = valueAt(frame, ["id"]);
      const shown = id === undefined ? "null" : exactJsonText(id);
      hop.answer(Buffer.from(`{"jsonrpc":"2.0","id":${shown},"result":{"sessions":[]}}\n`));
      return [];
    }),
  ),
  mutant("writes-ids-as-text", "Gives a number that is an id back as text.", () =>
    rewriter({}, (frame, { direction }) => {
      const id = valueAt(frame, ["id"]);
      const isAsked = direction === "c2a" && id?.type === "number" && textAt(frame, ["method"]) !== undefined;
      return [isAsked ? withValue(frame, ["id"], string(id.raw)) : frame];
    }),
  ),
  {
    ...mutant("refuses-extensions", "Refuses a message whose method its schema does not name.", () =>
      validator((frame) => isMessage(frame) && textAt(frame, ["method"])?.startsWith("future/") !== true),
    ),
    profile: "validating",
  },
  {
    ...mutant("refuses-null-ids", "Refuses a request whose id is null.", () =>
      validator((frame) => isMessage(frame) && valueAt(frame, ["id"])?.type !== "literal"),
    ),
    profile: "validating",
  },
];

const TEXT: readonly string[] = ["params", "update", "content", "text"];

function mutant(name: string, defect: string, passage: () => Passage): RewritingBridge {
  return { name, profile: "rewriting", defect, passage };
}

/** Changes the value at a path that a frame has. */
function edit(path: readonly string[], change: (value: ExactJson) => ExactJson | undefined): Change {
  return (frame) => {
    const value = valueAt(frame, path);
    return [value === undefined ? frame : withValue(frame, path, change(value))];
  };
}
