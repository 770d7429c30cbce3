import { test } from "tap";
import { byteCountOf } from "../../../src/driver/sandwich/payload.js";
import type { Step } from "../../../src/driver/sandwich/step.js";
import type { Seen } from "../../../src/fuzz/campaign/finding.js";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import type { ShowsFault } from "../../../src/fuzz/shrink/shrink-trial.js";
import { plainForm } from "../../../src/fuzz/shrink/smallest-session.js";

const LINE = `{"id":1,"result":"${"x".repeat(40)}"}\n`;

/** A turn of one line, and a burst of so many of them. */
function session(times: number): Trial {
  const steps: Step[] = [
    { do: "write", dir: "c2a", payload: { text: LINE } },
    { do: "pause", ms: 1 },
    { do: "write", dir: "a2c", payload: { text: LINE } },
    { do: "write", dir: "a2c", payload: { head: "", fill: LINE, times, tail: "" } },
  ];
  return { acts: steps.map((step) => ({ steps: [step], about: [] })), ending: "half-close" };
}

/** The last byte that the agent says was lost, or none that has a place. */
function lost(trial: Trial, dir: "a2c" | "none" = "a2c"): Pick<Seen, "difference" | "byteAt"> {
  const difference = { direction: "a2c" } as Seen["difference"];
  return dir === "none" ? { difference } : { difference, byteAt: bytesOf(trial) - 1 };
}

function stepsOf({ acts }: Trial): readonly Step[] {
  return acts.flatMap(({ steps }) => steps);
}

function bytesOf(trial: Trial): number {
  return stepsOf(trial)
    .filter((step) => step.do === "write" && step.dir === "a2c")
    .reduce((sum, step) => sum + (step.do === "write" ? byteCountOf(step.payload) : 0), 0);
}

function isStalled(trial: Trial): boolean {
  return stepsOf(trial).some((step) => step.do === "client-stops-reading");
}

/** As a bridge that loses what comes while much waits: the volume shows it, with a reader that has stopped or a slow one. */
const byVolume: ShowsFault = async (form) => bytesOf(form) >= 150_000;

test("plainForm() of a fault in a long burst stops the reader, though the burst alone shows it too", async (t) => {
  const trial = session(4000);

  const { form, isLeast } = await plainForm(trial, lost(trial), byVolume);

  t.ok(isStalled(form));
  t.equal(bytesOf(form), 150_009, "no more lines than it takes");
  t.ok(isLeast, "without the stop it would show by chance");
});

test("plainForm() of a fault in a long burst keeps what is around it where a stopped reader shows nothing", async (t) => {
  const trial = session(4000);

  const { form, isLeast } = await plainForm(
    trial,
    lost(trial),
    async (form) => !isStalled(form) && byVolume(form),
  );

  t.notOk(isStalled(form));
  t.equal(bytesOf(form), bytesOf(trial));
  t.notOk(isLeast);
});

test("plainForm() of a fault among little is what is around it, and nothing else is asked", async (t) => {
  const trial = session(1000);
  const asked: Trial[] = [];

  const { form } = await plainForm(trial, lost(trial), async (form) => {
    asked.push(form);
    return true;
  });

  t.notOk(asked.some(isStalled));
  t.equal(asked.length, 2, "what is around it, and that in one write");
  t.equal(stepsOf(form).length, 1);
});

test("plainForm() of a fault without a place asks readers that go on first", async (t) => {
  const trial = session(4000);

  const { form, isLeast } = await plainForm(trial, lost(trial, "none"), byVolume);

  t.notOk(isStalled(form));
  t.equal(bytesOf(form), 150_009);
  t.notOk(isLeast, "its line may still be shortened");
});
