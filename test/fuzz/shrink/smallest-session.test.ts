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

/** As a bridge that loses what is beyond a volume. */
const byVolume: ShowsFault = async (form) => bytesOf(form) >= 150_000;

/** As one that loses it only while its reader has stopped, or is slow by chance: every other time that it is asked. */
function byStall(): ShowsFault {
  let isSlow = false;
  return async (form) => {
    isSlow = !isSlow;
    return (isStalled(form) || isSlow) && (await byVolume(form));
  };
}

test("plainForm() of a fault in a long burst stops the reader, though the burst may show it alone", async (t) => {
  const trial = session(4000);

  const { form, isLeast } = await plainForm(trial, lost(trial), byStall());

  t.ok(isStalled(form));
  t.equal(bytesOf(form), 150_009, "no more lines than it takes");
  t.ok(isLeast, "without the stop it would show by chance");
});

test("plainForm() of a fault in a long burst lets the reader go on where that shows it each time", async (t) => {
  const trial = session(4000);

  const { form, isLeast } = await plainForm(trial, lost(trial), byVolume);

  t.notOk(isStalled(form));
  t.equal(bytesOf(form), 150_009);
  t.notOk(isLeast, "its line may still be shortened");
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

test("plainForm() of a fault without a place asks readers that go on, and then one that has stopped", async (t) => {
  const trial = session(4000);

  const steady = await plainForm(trial, lost(trial, "none"), byVolume);
  const chancy = await plainForm(trial, lost(trial, "none"), byStall());

  t.notOk(isStalled(steady.form));
  t.ok(isStalled(chancy.form));
  t.same(
    [steady, chancy].map(({ form }) => bytesOf(form)),
    [150_009, 150_009],
  );
});

test("plainForm() asks a reader that has stopped first where somebody has stopped in the session", async (t) => {
  const { acts, ending } = session(4000);
  const stops = { steps: [{ do: "client-stops-reading" }, { do: "client-reads-again" }], about: [] } as const;
  const trial: Trial = { acts: [...acts, stops], ending };
  const asked: Trial[] = [];

  await plainForm(trial, lost(trial, "none"), async (form) => {
    asked.push(form);
    return await byVolume(form);
  });

  t.ok(asked[0] && isStalled(asked[0]));
});
