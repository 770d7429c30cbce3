import { test } from "tap";
import { TIMED_OUT, within } from "../../src/driver/deadline.js";

test("within() gives the value of a promise that settles in time", async (t) => {
  t.equal(await within(Promise.resolve(7), 60_000), 7);
  t.equal(await within(Promise.resolve(undefined), 60_000), undefined);
});

test("within() gives TIMED_OUT for one that does not", async (t) => {
  t.equal(await within(new Promise(() => undefined), 1), TIMED_OUT);
});

test("within() hands a rejection on", async (t) => {
  await t.rejects(within(Promise.reject(new Error("broken")), 60_000), { message: "broken" });
});

test("within() leaves no timer behind", async (t) => {
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  await within(Promise.resolve(), 60_000);

  t.equal(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length, before);
});
