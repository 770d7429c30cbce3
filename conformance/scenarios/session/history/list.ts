import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import { isOffered, whereOffered } from "../../steps/offered.js";
import { framesOf, member, shortly, told } from "../../steps/reply.js";
import { cannotJudge, type Ready, type Session } from "../../steps/setup.js";
import { SHORT, take, text, updatesIn } from "../../steps/turn.js";
import { judgeQuiet, QUIET } from "./judge-quiet.js";
import { entriesOf, entryOf, isList, listPage, type Walk, walkList } from "./pages.js";

const AVAILABLE = "acp.v1.session.list-available";
const OPTIONAL = "acp.v1.session.list-params-optional";
const FILTER = "acp.v1.session.list-cwd-filter";
const EMPTY = "acp.v1.session.list-empty";
const NULL_CURSOR = "acp.v1.session.list-null-cursor";
const CURSOR = "acp.v1.session.list-invalid-cursor";
const PAGES = "acp.v1.session.list-page-size";
const WITHOUT_LOAD = "acp.v1.session.list-without-load";
const NEW = "acp.v1.session.list-includes-new";
const CWD = "acp.v1.session.info-cwd-immutable";
const TITLE = "acp.v1.session.info-consistent-with-list";
const PARAMS = "acp.v1.jsonrpc.params-omitted";

const JUDGES = [
  ...[AVAILABLE, OPTIONAL, FILTER, EMPTY, NULL_CURSOR, CURSOR, PAGES, WITHOUT_LOAD, NEW, CWD, TITLE, PARAMS],
  QUIET,
];

/**
 * Sessions in two directories, one of them with a turn, are listed by page, by directory and with bad cursors
 * (docs/protocol/v1/session-list.mdx, "Listing Sessions" and "Pagination").
 */
export const listSessions: AgentScenario = whereOffered(
  "sessionCapabilities.list",
  "session/list",
  JUDGES,
  async (stage, ready) => {
    const sessions = await sessionsIn(stage, ready, ["one", "two"]);
    const [one] = sessions;
    if (one === undefined) {
      cannotJudge(stage, JUDGES, "session/new gave no session");
      return;
    }
    const first = await listPage(ready);
    stage.expect(AVAILABLE, isList(first), () => ({
      expected: "a result with an array of sessions",
      actual: told(first),
      frames: framesOf(first),
    }));
    if (!isList(first)) return;
    stage.recorded(NEW, isIn(first, one) ? "a new session is listed" : "a new session is not listed");
    await take(one, text(SHORT));
    await judgeParams(stage, ready);
    await judgeFilter(stage, ready, one);
    const walk = await walkList(ready);
    recordPages(stage, walk);
    judgeEntries(stage, one, sessions, walk);
    await judgeQuiet(stage, one);
  },
);

type Placed = Session & { readonly cwd: string };

async function sessionsIn(stage: AgentStage, ready: Ready, names: readonly string[]): Promise<Placed[]> {
  const sessions: Placed[] = [];
  for (const name of names) {
    const cwd = await folder(stage, name);
    const reply = await ready.connection.request("session/new", { cwd, mcpServers: [] });
    const sessionId = reply.kind === "result" ? member(reply.result, "sessionId") : undefined;
    if (typeof sessionId === "string") sessions.push({ ...ready, sessionId, cwd });
  }
  return sessions;
}

async function folder(stage: AgentStage, name: string): Promise<string> {
  const path = join(stage.cwd, name);
  await mkdir(path, { recursive: true });
  return await realpath(path);
}

function isIn(page: Reply, { sessionId }: Session): boolean {
  return entriesOf(page).some((entry) => entry["sessionId"] === sessionId);
}

async function judgeParams(stage: AgentStage, ready: Ready): Promise<void> {
  const page = await listPage(ready, { cwd: null, cursor: null });
  stage.expect(OPTIONAL, isList(page), () => ({
    expected: "a list for parameters that are null, which the schema allows",
    actual: told(page),
    frames: framesOf(page),
  }));
  const { connection } = ready;
  const bare = await connection.replyTo(
    connection.send({ jsonrpc: "2.0", id: connection.freshId(), method: "session/list" }),
  );
  const nulled = await connection.wrongly(() => connection.request("session/list", null));
  stage.recorded(
    PARAMS,
    `session/list without params gives ${bare.kind}, with null as params ${nulled.kind}`,
  );
  const bad = await listPage(ready, { cursor: "acp-assay-no-such-cursor" });
  stage.expect(CURSOR, bad.kind === "error", () => ({
    expected: "an error for a cursor that was never given",
    actual: told(bad),
    frames: framesOf(bad),
  }));
}

async function judgeFilter(stage: AgentStage, ready: Ready, { cwd }: Placed): Promise<void> {
  const some = await walkList(ready, { cwd });
  const other = some.entries.find((entry) => !isSamePath(entry["cwd"], cwd));
  const [page] = some.pages;
  if (page === undefined || page.kind !== "result")
    stage.notTested(FILTER, "the list with a filter gave no result");
  else {
    stage.expect(FILTER, other === undefined, () => ({
      expected: `sessions of ${cwd} only`,
      actual: `${shortly(other?.["sessionId"])} of ${shortly(other?.["cwd"])}`,
      frames: framesOf(page),
    }));
  }
  const none = await listPage(ready, { cwd: await folder(stage, "unused") });
  stage.expect(EMPTY, isList(none) && entriesOf(none).length === 0, () => ({
    expected: "an empty array for a directory without sessions",
    actual: told(none),
    frames: framesOf(none),
  }));
}

function isSamePath(left: unknown, right: string): boolean {
  return typeof left === "string" && resolve(left) === resolve(right);
}

/** Which size of a page is reasonable is said nowhere, so it is written down. */
function recordPages(stage: AgentStage, { pages, entries, isComplete }: Walk): void {
  const ids = new Set(entries.map((entry) => entry["sessionId"]));
  stage.recorded(
    PAGES,
    `${pages.length} pages with ${entries.length} entries of ${ids.size} sessions, ${isComplete ? "to the end" : "not to the end"}`,
  );
  const last = pages.at(-1);
  const cursor = last?.kind === "result" ? member(last.result, "nextCursor") : undefined;
  stage.recorded(NULL_CURSOR, `the last page has nextCursor ${shortly(cursor)}`);
}

function judgeEntries(stage: AgentStage, one: Placed, sessions: readonly Placed[], walk: Walk): void {
  const canLoad = isOffered(stage.facts.initialize, "loadSession");
  stage.recorded(WITHOUT_LOAD, `session/list is offered ${canLoad ? "with" : "without"} session/load`);
  const found = sessions.flatMap((session) => {
    const entry = entryOf(walk, session.sessionId);
    return entry === undefined ? [] : [{ session, entry }];
  });
  if (found.length === 0) {
    for (const id of [CWD, TITLE]) stage.vacuous(id, "no session of this connection is listed");
    return;
  }
  const moved = found.find(({ session, entry }) => !isSamePath(entry["cwd"], session.cwd));
  const frames = walk.pages.flatMap(framesOf).slice(0, 2);
  stage.expect(CWD, moved === undefined, () => ({
    expected: `the cwd of session/new, ${moved?.session.cwd}`,
    actual: shortly(moved?.entry["cwd"]),
    frames,
  }));
  judgeTitle(stage, one, walk);
}

function judgeTitle(stage: AgentStage, { connection, sessionId }: Session, walk: Walk): void {
  const asked = walk.pages[0]?.request.number ?? 0;
  const titles = updatesIn(connection.transcript).filter(
    (update) =>
      update.kind === "session_info_update" && update.sessionId === sessionId && "title" in update.update,
  );
  // A title that comes while the list is on its way may be in it or not.
  const titled = titles.every(({ frame }) => frame.number < asked) ? titles.at(-1) : undefined;
  const entry = entryOf(walk, sessionId);
  if (titled === undefined || entry === undefined) {
    stage.notTested(TITLE, "no title came for a session that is listed");
    return;
  }
  const pushed = titled.update["title"] ?? null;
  stage.expect(TITLE, (entry["title"] ?? null) === pushed, () => ({
    expected: `the title that session_info_update gave, ${shortly(pushed)}`,
    actual: shortly(entry["title"]),
    frames: [titled.frame, ...walk.pages.flatMap(framesOf).slice(0, 2)],
  }));
}
