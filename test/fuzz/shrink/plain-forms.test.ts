import { test } from "tap";
import { bytesOf, lineEndsIn } from "../../../src/driver/sandwich/payload.js";
import type { Step } from "../../../src/driver/sandwich/step.js";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import { around, joined, wholeLines } from "../../../src/fuzz/shrink/plain-forms.js";
import { repetitionOf } from "../../../src/fuzz/shrink/repetition.js";
import type { ShowsFault } from "../../../src/fuzz/shrink/shrink-trial.js";

type Dir = "c2a" | "a2c";

function write(dir: Dir, text: string): Step {
  return { do: "write", dir, payload: { text } };
}

function trial(...steps: readonly Step[]): Trial {
  return { acts: steps.map((step) => ({ steps: [step], about: [] })), ending: "half-close" };
}

function said({ acts }: Trial, dir: Dir): string[] {
  return acts
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.do === "write" && step.dir === dir ? [bytesOf(step.payload).toString()] : []));
}

function lines(form: Trial, dir: Dir): number {
  return form.acts
    .flatMap(({ steps }) => steps)
    .reduce((sum, step) => sum + (step.do === "write" && step.dir === dir ? lineEndsIn(step.payload) : 0), 0);
}

const LONG = trial(
  ...Array.from({ length: 700 }, (_, place) => write("a2c", `{"id":${place},"result":{}}\n`)),
  write("c2a", "x\n"),
);

test("repetitionOf() finds the least number of the least line where the number is all that matters", async (t) => {
  const form = await repetitionOf(LONG, async (smaller) => lines(smaller, "a2c") >= 500);

  t.match(form, { ending: "client-closes", acts: [{ steps: [{ payload: { fill: "\n", times: 500 } }] }] });
});

test("repetitionOf() keeps a message where only messages count, and finds the least volume", async (t) => {
  const byMessage: ShowsFault = async (form) =>
    said(form, "a2c")
      .join("")
      .split("\n")
      .filter((line) => line.includes("method")).length >= 40;
  const byVolume: ShowsFault = async (form) => said(form, "a2c").join("").length >= 10_000;

  t.match(await repetitionOf(LONG, byMessage), { acts: [{ steps: [{ payload: { times: 40 } }] }] });
  t.match(await repetitionOf(LONG, byVolume), { acts: [{ steps: [{ payload: { times: 323 } }] }] });
});

test("repetitionOf() stops the reader where only that shows the fault", async (t) => {
  const form = await repetitionOf(
    LONG,
    async ({ acts }) =>
      acts.flatMap(({ steps }) => steps).some((step) => step.do === "client-stops-reading") &&
      lines({ acts, ending: "client-closes" }, "a2c") >= 60,
  );

  t.match(form, {
    acts: [
      {
        steps: [
          { do: "client-stops-reading" },
          { payload: { fill: "\n", times: 60 } },
          { do: "pause" },
          { do: "client-reads-again" },
        ],
      },
    ],
  });
});

test("repetitionOf() goes on to a number that a stopped reader shows each time", async (t) => {
  const isStalled = ({ acts }: Trial): boolean =>
    acts.some(({ steps }) => steps[0]?.do === "client-stops-reading");
  let isLucky = false;

  const form = await repetitionOf(LONG, async (smaller) => {
    isLucky = !isLucky;
    const count = lines(smaller, "a2c");
    return isStalled(smaller) && (count >= 103 || (count >= 100 && isLucky));
  });

  t.ok(form && lines(form, "a2c") >= 103, "100 shows it only sometimes");
  t.ok(form && lines(form, "a2c") <= 106);
});

test("repetitionOf() gives nothing where it matters what a line says, or where there are few", async (t) => {
  t.equal(await repetitionOf(LONG, async (form) => said(form, "a2c").join("").includes('"id":9')), undefined);
  t.equal(await repetitionOf(trial(write("a2c", "x\n")), async () => true), undefined);
});

test("joined() says all that each side says in one write, and is nothing where one write is all there is", async (t) => {
  const form = joined(
    trial(write("c2a", "1\n"), { do: "pause", ms: 5 }, write("a2c", "2\n"), write("c2a", "3\n")),
  );

  t.match(form, { ending: "client-closes", acts: [{ steps: { length: 1 } }, { steps: { length: 1 } }] });
  t.same(form && [said(form, "c2a"), said(form, "a2c")], [["1\n3\n"], ["2\n"]]);
  t.equal(joined({ ...trial(write("c2a", "1\n")), ending: "client-closes" }), undefined);
});

test("around() keeps the write that holds a byte, its neighbours, and what happens between them", async (t) => {
  const steps = ["a\n", "bb\n", "c\n", "d\n"].map((text) => write("c2a", text));
  const form = around(trial(...steps, { do: "await", dir: "c2a" }), "c2a", 3);

  t.same(said(form, "c2a"), ["a\n", "bb\n", "c\n"]);
  t.same(said(around(trial(...steps), "c2a", 1000), "c2a"), ["c\n", "d\n"], "beyond the end");
});

test("wholeLines() leaves out what each side says behind its last line end, and is nothing where that is nothing", async (t) => {
  const rest = trial(write("c2a", "1\n2"), write("a2c", "3\n"), write("c2a", "4\n5"), write("a2c", "6"));
  const form = wholeLines(rest);

  t.same(form && [said(form, "c2a"), said(form, "a2c")], [
    ["1\n2", "4\n"],
    ["3\n", "6"],
  ]);
  t.equal(form?.ending, "half-close");
  t.equal(wholeLines(trial(write("c2a", "1\n"), write("a2c", "2"))), undefined);
});
