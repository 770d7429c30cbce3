import { test } from "tap";
import type { Hazard } from "../../src/fuzz/hazards/hazard.js";
import { line, markText } from "../../src/fuzz/hazards/hazard.js";
import { attribute } from "../../src/fuzz/long-session.js";
import { profileOfLevel } from "../../src/fuzz/profile.js";
import { arrived } from "./observations.js";

const ids = ["wire.x.a", "wire.x.a.b", "wire.x.c"];
const hazards: readonly Hazard[] = ids.map((id) => ({ id, writes: [line("x")] }));

/** One direction's stream: for each hazard, what came of it and of its mark. */
function stream(...stretches: string[]): string {
  return stretches.map((text, place) => `${text}${mark(ids[place] ?? "")}`).join("");
}

function mark(id: string): string {
  return `{"method":"mark","params":{"text":"${markText(id)}"}}\n`;
}

const whole = stream("one\n", "two\n", "three\n");

function attributed(c2a: string, a2c: string): Record<string, readonly string[]> {
  const pair = { direct: arrived(whole, whole), through: arrived(c2a, a2c) };
  const { sound, suspect, unseen, differences } = attribute(pair, hazards, profileOfLevel("bytes"));
  if (suspect.join() !== [...differences.keys()].join())
    throw new Error("a suspect at bytes has no difference");
  return { sound, suspect, unseen };
}

test("attribute() finds every hazard sound when both streams are the same", async (t) => {
  t.same(attributed(whole, whole), { sound: ids, suspect: [], unseen: [] });
});

test("attribute() suspects the hazard in whose stretch a stream differs, in either direction", async (t) => {
  const [a, b, c] = ids;
  const broken = stream("one\n", "TWO\n", "three\n");

  t.same(attributed(broken, whole), { sound: [a, c], suspect: [b], unseen: [] });
  t.same(attributed(whole, broken), { sound: [a, c], suspect: [b], unseen: [] });
  t.same(attributed(stream("", "two\n", "three\n"), whole), { sound: [b, c], suspect: [a], unseen: [] });
  t.same(
    attributed(whole.replaceAll("{", "{ "), whole),
    { sound: [], suspect: ids, unseen: [] },
    "the mark too",
  );
});

test("attribute() tells from where on nothing was seen", async (t) => {
  const [a, b, c] = ids;
  const upToFirst = stream("one\n");

  t.same(attributed(upToFirst, whole), { sound: [a], suspect: [], unseen: [b, c] });
  t.same(attributed(whole, `${upToFirst}two\n`), { sound: [a], suspect: [], unseen: [b, c] });
  t.same(
    attributed(whole.replace(mark(a ?? ""), ""), whole),
    { sound: [], suspect: [], unseen: ids },
    "the mark of another hazard, whose id begins the same, is not taken for a lost one",
  );
  t.same(attributed("", ""), { sound: [], suspect: [], unseen: ids });
  t.same(
    attributed(whole.trimEnd(), whole),
    { sound: [a, b], suspect: [c], unseen: [] },
    "a mark whose line has no end is seen, and differs",
  );
});

test("attribute() lays what follows a lost line end at the door of the hazard that it hit", async (t) => {
  const [a, b, c] = ids;
  const doubled = whole.replace("two\n", `${mark(a ?? "")}two\n`);

  t.same(attributed(doubled, whole), { sound: [a, c], suspect: [b], unseen: [] });
});
