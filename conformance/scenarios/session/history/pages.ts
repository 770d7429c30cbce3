import type { Reply } from "../../../../src/driver/agent-connection.js";
import { isJsonObject, type JsonObject } from "../../../../src/wire/message.js";
import { items, member } from "../../steps/reply.js";
import type { Ready } from "../../steps/setup.js";

/** All pages of a list, as far as they were walked. */
export interface Walk {
  readonly pages: readonly Reply[];
  readonly entries: readonly JsonObject[];
  /** The agent gave no further cursor. */
  readonly isComplete: boolean;
}

/** Enough for any history that a test machine has; a list without end is cut off here. */
const MAX_PAGES = 50;

/** Asks for one page of session/list. */
export async function listPage({ connection }: Ready, params: JsonObject = {}): Promise<Reply> {
  return await connection.request("session/list", params);
}

/** Walks all pages of session/list. */
export async function walkList(ready: Ready, params: JsonObject = {}): Promise<Walk> {
  const pages: Reply[] = [];
  let cursor: string | undefined;
  do {
    const page = await listPage(ready, { ...params, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page);
    const next = page.kind === "result" ? member(page.result, "nextCursor") : undefined;
    cursor = typeof next === "string" ? next : undefined;
  } while (cursor !== undefined && pages.length < MAX_PAGES);
  const isComplete = cursor === undefined && pages.every(({ kind }) => kind === "result");
  return { pages, entries: pages.flatMap(entriesOf), isComplete };
}

/** The sessions of a page. */
export function entriesOf(page: Reply): JsonObject[] {
  return page.kind === "result" ? items(member(page.result, "sessions")).filter(isJsonObject) : [];
}

/** Is this page a result with a list of sessions? */
export function isList(page: Reply): boolean {
  return page.kind === "result" && Array.isArray(member(page.result, "sessions"));
}

/** The entry of a session. */
export function entryOf(walk: Walk, sessionId: string): JsonObject | undefined {
  return walk.entries.find((entry) => entry["sessionId"] === sessionId);
}
