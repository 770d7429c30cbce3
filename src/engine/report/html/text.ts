import type { html } from "hono/html";
import { printable } from "../printable.js";

/** HTML that is safe to put into HTML. */
export type Markup = ReturnType<typeof html>;

/** Longer values are cut: a page has to open on a phone. */
const LONGEST = 4000;

/** Words of a subject as they are shown; the template escapes what HTML would read as its own. */
export function shown(text: string): string {
  const visible = printable(text);
  return visible.length <= LONGEST ? visible : `${visible.slice(0, LONGEST)}…`;
}
