import fc, { type Arbitrary } from "fast-check";
import { test } from "tap";
import type { GeneratedFrame } from "../../generated/arbitrary/frame-source.js";
import { readVendoredSchemas } from "../../src/codegen/vendored.js";
import { root } from "../root.js";
import { complaintsAbout } from "./conversation-check.js";
import { RawSchema } from "./raw-schema.js";

const seed = Number(process.env["FC_SEED"] ?? 7);
const RUNS = 40;

for (const { id, document } of await readVendoredSchemas(root)) {
  const { conversations }: { conversations: () => Arbitrary<readonly GeneratedFrame[]> } = await import(
    new URL(`../../generated/${id}/arbitraries.js`, import.meta.url).href
  );
  const raw = new RawSchema(document);

  test(`conversations of ${id} are valid frame by frame, and refer only to what is there`, async (t) => {
    const said = new Set<string>();
    const isCoherent = (frames: readonly GeneratedFrame[]): void => {
      for (const { method, part } of frames) said.add(`${method} ${part}`);
      const complaints = complaintsAbout(frames);
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
      const broken = frames.filter((frame) => raw.errorsOf(frame, frame.text).length > 0);
      if (broken.length > 0) throw new Error(broken.map(({ text }) => text).join("\n"));
    };

    fc.assert(fc.property(conversations(), isCoherent), { seed, numRuns: RUNS });

    t.pass(`${RUNS} conversations, seed ${seed}`);
    for (const part of [
      "session/update notification",
      "session/request_permission result",
      "session/cancel notification",
    ]) {
      t.ok(said.has(part), part);
    }
  });

  test(`conversations of ${id} shrink to the handshake, a session and a prompt`, async (t) => {
    const [{ counterexample }] = [
      fc.check(
        fc.property<[readonly GeneratedFrame[]]>(conversations(), () => false),
        { seed },
      ),
    ];
    const frames = counterexample?.[0] ?? [];

    t.same(
      frames.map(({ method, part }) => `${method} ${part}`),
      ["initialize", "session/new", "session/prompt"].flatMap((method) => [
        `${method} request`,
        `${method} result`,
      ]),
    );
    t.ok(frames.every(({ text }) => text.length < 4_000));
  });
}

test("a conversation that refers to what is not there is incoherent", async (t) => {
  const frame = (direction: "c2a" | "a2c", part: GeneratedFrame["part"], method: string, value: object) => ({
    ...{ direction, part, method, definition: "SessionNotification", isExtension: false },
    ...{ value: { ...value }, text: JSON.stringify(value) },
  });
  const ask = { id: 1, params: { sessionId: "s", prompt: [] } };
  const update = {
    params: { sessionId: "s", update: { sessionUpdate: "tool_call_update", toolCallId: "t" } },
  };

  const complaints = complaintsAbout([
    frame("c2a", "request", "session/prompt", ask),
    frame("a2c", "notification", "session/update", update),
    frame("a2c", "result", "session/prompt", { id: 2, result: { stopReason: "end_turn" } }),
  ]);

  t.same(
    complaints.map((complaint) => complaint.split(":")[0]),
    ["unknown session", "unknown session", "unknown tool call", "answers nothing", "never answered"],
  );
});
