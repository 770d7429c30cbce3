import type { PromptKind } from "../../model/command.js";

/** The part of a prompt's text by which its session is known again wherever the agent repeats it. */
export function markOf(session: number, turn: number): string {
  return `acpassay_s${session}_t${turn}_`;
}

/** The sessions whose marks stand in a text. */
export function marksIn(text: string): Set<number> {
  return new Set([...text.matchAll(/acpassay_s(\d+)_t\d+_/g)].map(([, session]) => Number(session)));
}

/** The text of a prompt: words that any agent understands, and its mark. */
export function promptText(kind: PromptKind, mark: string): string {
  switch (kind) {
    case "short":
      return `Reply with the single word: ready (${mark})`;
    case "long":
      return `Count slowly from 1 to 2000, one number per line, without using any tool (${mark})`;
    case "file":
      return `Write a file named ${mark}.txt in the working directory, holding the single word: ready`;
  }
}
