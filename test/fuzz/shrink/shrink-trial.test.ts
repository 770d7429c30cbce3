import { test } from "tap";
import type { Step } from "../../../src/driver/sandwich/step.js";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import { shrinkTrial } from "../../../src/fuzz/shrink/shrink-trial.js";

type Write = Extract<Step, { do: "write" }>;

function write(text: string, pieceBytes?: number): Step {
  return { do: "write", dir: "c2a", payload: { text }, ...(pieceBytes === undefined ? {} : { pieceBytes }) };
}

function stepsOf({ acts }: Trial): readonly Step[] {
  return acts.flatMap(({ steps }) => steps);
}

function writes(trial: Trial): Write[] {
  return stepsOf(trial).filter((step) => step.do === "write");
}

/** Twenty lines, each waited for, one of them odd. */
const session: Trial = {
  acts: Array.from({ length: 20 }, (_, place) => ({
    steps: [
      write(place === 13 ? '{"id":1,"odd":[2,3]}\n' : `{"id":${place}}\n`, 5),
      { do: "await", dir: "c2a" },
    ],
    about: [`line ${place}`],
  })),
  ending: "half-close",
};

function saysOdd(trial: Trial): boolean {
  return writes(trial).some(({ payload }) => "text" in payload && payload.text.includes("odd"));
}

test("shrinkTrial() comes to one line in one piece, the plainest ending and the least JSON", async (t) => {
  const least = await shrinkTrial(session, async (trial) => saysOdd(trial));

  t.same(least, {
    acts: [{ steps: [write('{"odd":[]}\n')], about: ["line 13"] }],
    ending: "client-closes",
  });
});

test("shrinkTrial() keeps the ending, the cut and the wait that the fault needs", async (t) => {
  const least = await shrinkTrial(
    session,
    async (trial) =>
      trial.ending === "half-close" &&
      stepsOf(trial).some((step) => step.do === "await") &&
      writes(trial).some(
        ({ pieceBytes, payload }) => pieceBytes === 5 && "text" in payload && payload.text.length > 4,
      ),
  );

  t.equal(least.ending, "half-close");
  t.match(stepsOf(least), [{ do: "write", pieceBytes: 5 }, { do: "await" }]);
  t.equal(stepsOf(least).length, 2);
  t.same(
    writes(least).map(({ payload }) => payload),
    [{ text: '{"":9}\n' }],
    "no byte of it can go without its ceasing to be JSON",
  );
});

test("shrinkTrial() keeps two lines that only together show the fault, in their order", async (t) => {
  const least = await shrinkTrial(session, async (trial) => {
    const ids = writes(trial).map(({ payload }) => ("text" in payload ? payload.text : ""));
    return ids.indexOf('{"id":3}\n') !== -1 && ids.indexOf('{"id":3}\n') < ids.indexOf('{"id":17}\n');
  });

  t.same(
    writes(least).map(({ payload, pieceBytes }) => [payload, pieceBytes]),
    [
      [{ text: '{"id":3}\n' }, undefined],
      [{ text: '{"id":17}\n' }, undefined],
    ],
  );
});

test("shrinkTrial() needs no act where the ending alone shows the fault", async (t) => {
  const least = await shrinkTrial(session, async ({ ending }) => ending === "half-close");

  t.same(least, { acts: [], ending: "half-close" });
});

test("shrinkTrial() gives the trial back when its time is up at once", async (t) => {
  const least = await shrinkTrial(session, async () => false);

  t.same(stepsOf(least), stepsOf(session));
  t.equal(least.ending, session.ending);
});

test("shrinkTrial() makes a log and a filling as short as they may be", async (t) => {
  const log: Step = { do: "agent-stderr", payload: { head: "", fill: "log ", times: 100_000, tail: "\n" } };
  const least = await shrinkTrial(
    { acts: [{ steps: [log], about: [] }], ending: "agent-exits" },
    async (trial) =>
      stepsOf(trial).some(
        (step) => step.do === "agent-stderr" && "fill" in step.payload && step.payload.times >= 16,
      ),
  );

  t.match(stepsOf(least), [{ do: "agent-stderr", payload: { times: 16 } }]);
  t.equal(least.ending, "client-closes");
});

test("shrinkTrial() leaves lines out everywhere before it shortens one", async (t) => {
  const texts: string[] = [];
  await shrinkTrial(
    { acts: [{ steps: [write("[1,2]\n"), write('[3]\n"x"\n')], about: [] }], ending: "client-closes" },
    async (trial) => {
      const said = writes(trial).map(({ payload }) => ("text" in payload ? payload.text : ""));
      const shows = said.join("").includes("1") && said.join("").includes("3");
      if (shows) texts.push(said.join(""));
      return shows;
    },
  );

  t.equal(texts[0], "[1,2]\n[3]\n", "the line that nothing needs goes first");
  t.equal(texts.at(-1), "[1]\n[3]\n");
});
