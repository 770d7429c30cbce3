import { test } from "tap";
import { fewest, smallest } from "../../../src/fuzz/shrink/fewest.js";

const HUNDRED = Array.from({ length: 100 }, (_, place) => place);

/** What is left of the numbers, and how often it was asked. */
async function left(
  items: readonly number[],
  shows: (items: readonly number[]) => boolean,
): Promise<{ readonly kept: readonly number[]; readonly asked: number }> {
  let asked = 0;
  const kept = await fewest(items, async (some) => {
    asked += 1;
    return shows(some);
  });
  return { kept, asked };
}

function hasAll(...wanted: readonly number[]): (items: readonly number[]) => boolean {
  return (items) => wanted.every((one) => items.includes(one));
}

test("fewest() keeps exactly the items that the fault needs, in their order", async (t) => {
  t.same((await left(HUNDRED, hasAll(57))).kept, [57]);
  t.same((await left(HUNDRED, hasAll(99, 0, 42, 43))).kept, [0, 42, 43, 99]);
  t.same((await left(HUNDRED, hasAll(...HUNDRED))).kept, HUNDRED);
});

test("fewest() keeps nothing where the fault needs nothing", async (t) => {
  t.same(await left(HUNDRED, () => true), { kept: [], asked: 2 });
  t.same(await left([], () => true), { kept: [], asked: 0 });
  t.same(await left([1], () => true), { kept: [], asked: 1 });
  t.same(await left([1], hasAll(1)), { kept: [1], asked: 1 });
});

test("fewest() finds no item to leave out of its result, also where items stand for each other", async (t) => {
  const hasThree = (items: readonly number[]): boolean => items.length >= 3;
  const isOdd = (items: readonly number[]): boolean => items.length % 2 === 1;

  t.equal((await left(HUNDRED, hasThree)).kept.length, 3);
  t.equal((await left([1, 2, 3, 4, 5], isOdd)).kept.length, 1);
});

test("fewest() asks few questions for one item among many", async (t) => {
  const { asked } = await left(
    Array.from({ length: 1024 }, (_, place) => place),
    hasAll(700),
  );

  t.ok(asked <= 32, `${asked} questions`);
});

test("smallest() finds the boundary in few steps", async (t) => {
  const asked: number[] = [];
  const from = async (least: number): Promise<number> => {
    asked.length = 0;
    return await smallest(0, 1_000_000, async (value) => {
      asked.push(value);
      return value >= least;
    });
  };

  t.equal(await from(65_536), 65_536);
  t.ok(asked.length <= 20, `${asked.length} steps`);
  t.equal(await from(0), 0);
  t.equal(await from(1_000_000), 1_000_000);
  t.notOk(asked.includes(1_000_000), "the given one shows it: that is not asked again");
});
