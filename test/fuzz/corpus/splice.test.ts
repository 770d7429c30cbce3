import fc from "fast-check";
import { test } from "tap";
import type { Trial } from "../../../src/fuzz/campaign/trial.js";
import { splice } from "../../../src/fuzz/corpus/splice.js";

/** A session of acts that are told apart by a letter and their place. */
function session(letter: string, length: number): Trial {
  const acts = Array.from({ length }, (_, place) => ({ steps: [], about: [`${letter}${place}`] }));
  return { acts, ending: "client-closes" };
}

const kept = [session("a", 5), session("b", 1)];
const drawn = session("c", 4);

test("a spliced session is the beginning of a kept one and the end of another", async (t) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const names = splice(kept, drawn, seed).acts.map(({ about: [name = ""] }) => name);
      const cut = names.findIndex((name, place) => place > 0 && !follows(names[place - 1], name));
      const [head, tail] = cut === -1 ? [names, []] : [names.slice(0, cut), names.slice(cut)];
      return (
        /^[ab]0$/.test(head[0] ?? "") &&
        tail.every((name, place) => place === 0 || follows(tail[place - 1], name))
      );
    }),
    { seed: 1 },
  );
  t.pass("100 seeds");
});

test("the same seed splices the same session, and seeds differ", async (t) => {
  const spliced = (seed: number): string => JSON.stringify(splice(kept, drawn, seed));

  t.equal(spliced(7), spliced(7));
  t.ok(new Set(Array.from({ length: 40 }, (_, seed) => spliced(seed))).size > 10);
});

function follows(before: string | undefined, name: string): boolean {
  return (
    before !== undefined && before[0] === name[0] && Number(name.slice(1)) === Number(before.slice(1)) + 1
  );
}
