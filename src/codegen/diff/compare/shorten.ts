const WIDTH = 60;
const LEAD = 12;

/** Both values on one line, cut to the place where they differ. */
export function shorten(before: unknown, after: unknown): string {
  if (before === undefined) return `added ${clip(oneLine(after), 0)}`;
  if (after === undefined) return `removed ${clip(oneLine(before), 0)}`;
  const [old, young] = [oneLine(before), oneLine(after)];
  const start = Math.max(0, firstDifference(old, young) - LEAD);
  return `${clip(old, start)} → ${clip(young, start)}`;
}

function oneLine(value: unknown): string {
  return JSON.stringify(value).replace(/(?:\\n|\s)+/g, " ");
}

function firstDifference(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  return index;
}

function clip(text: string, start: number): string {
  const characters = [...text.slice(start)];
  const end = characters.length > WIDTH ? "…" : "";
  return `${start > 0 ? "…" : ""}${characters.slice(0, WIDTH).join("")}${end}`;
}
