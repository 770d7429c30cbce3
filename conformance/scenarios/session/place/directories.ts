import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "../../../../src/driver/agent-connection.js";
import type { AgentScenario, AgentStage } from "../../../../src/engine/scenario.js";
import type { Json, JsonObject } from "../../../../src/wire/message.js";
import { writePrompt } from "../../steps/ask.js";
import { isOffered, whereOffered } from "../../steps/offered.js";
import { errorCode, framesOf, items, member, shortly, told } from "../../steps/reply.js";
import { cannotJudge, initialize, type Ready } from "../../steps/setup.js";
import { take } from "../../steps/turn.js";
import { entryOf, walkList } from "../history/pages.js";

const ACCEPTED = "acp.v1.dirs.accepted";
const MALFORMED = "acp.v1.dirs.reject-malformed";
const NO_DROP = "acp.v1.dirs.no-silent-drop";
const OMITTED = "acp.v1.dirs.omitted-is-none";
const CHANGE = "acp.v1.dirs.list-may-change";
const BASE = "acp.v1.session.cwd-relative-base";
const IN_SET = "acp.v1.session.cwd-in-root-set";

const JUDGES = [ACCEPTED, MALFORMED, NO_DROP, OMITTED, CHANGE, BASE, IN_SET];

/**
 * Sessions with more roots than their directory (docs/protocol/v1/session-setup.mdx, "Additional Workspace Roots" and "Working
 * Directory"; docs/rfds/additional-directories.mdx, "Validation and error handling"). Which roots a session has shows only
 * where the agent tells them in session/list.
 */
export const additionalDirectories: AgentScenario = whereOffered(
  "sessionCapabilities.additionalDirectories",
  "session/additional-directories",
  JUDGES,
  async (stage, ready) => {
    const place = await places(stage);
    await judgeMalformed(stage, ready, place);
    const created = await create(ready, place, { additionalDirectories: [place.extra] });
    judgeAccepted(stage, created);
    const sessionId = idOf(created);
    if (sessionId === undefined)
      cannotJudge(stage, [BASE, IN_SET, CHANGE], `session/new gave ${told(created)}`);
    else {
      await judgeBase(stage, ready, place, sessionId);
      await judgeChange(stage, place, sessionId);
    }
    await judgeOmitted(stage, ready, place);
    await judgeNoDrop(stage, ready, place);
  },
);

interface Places {
  readonly cwd: string;
  readonly extra: string;
  readonly other: string;
}

async function places(stage: AgentStage): Promise<Places> {
  const [cwd, extra, other] = ["work", "extra", "other"].map((name) => join(stage.cwd, name));
  const all = { cwd: cwd ?? "", extra: extra ?? "", other: other ?? "" };
  for (const path of Object.values(all)) await mkdir(path);
  return all;
}

async function create({ connection }: Ready, { cwd }: Places, more: JsonObject): Promise<Reply> {
  return await connection.request("session/new", { cwd, mcpServers: [], ...more });
}

function idOf(created: Reply): string | undefined {
  const sessionId = created.kind === "result" ? member(created.result, "sessionId") : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

/** Texts only: what is no list of texts an older schema lets an agent skip. */
async function judgeMalformed(stage: AgentStage, ready: Ready, place: Places): Promise<void> {
  for (const entry of ["relative/path", ""]) {
    const reply = await create(ready, place, { additionalDirectories: [entry] });
    stage.expect(MALFORMED, reply.kind === "error", () => ({
      expected: `an error for the directory ${shortly(entry)}`,
      actual: told(reply),
      frames: framesOf(reply),
    }));
  }
}

/** An agent may refuse roots for reasons of its own, but not as unknown or as wrong parameters. */
function judgeAccepted(stage: AgentStage, created: Reply): void {
  const isRefused =
    created.kind === "error" && errorCode(created) !== -32602 && errorCode(created) !== -32601;
  if (isRefused) stage.notTested(ACCEPTED, `session/new gave ${told(created)}`);
  else {
    stage.expect(ACCEPTED, created.kind === "result", () => ({
      expected: "a session with an additional directory that exists",
      actual: told(created),
      frames: framesOf(created),
    }));
  }
}

async function judgeBase(
  stage: AgentStage,
  ready: Ready,
  { cwd, extra }: Places,
  sessionId: string,
): Promise<void> {
  const name = `acp-assay-${randomUUID().slice(0, 8)}.txt`;
  const { reply } = await take({ ...ready, sessionId }, writePrompt(stage, name));
  if (existsSync(join(cwd, name))) for (const id of [BASE, IN_SET]) stage.holds(id);
  else if (existsSync(join(extra, name))) {
    stage.violated(BASE, {
      expected: `the file in the session's cwd, ${cwd}`,
      actual: `it is in the additional directory ${extra}`,
      frames: framesOf(reply),
    });
    stage.notTested(IN_SET, "the agent wrote elsewhere");
  } else cannotJudge(stage, [BASE, IN_SET], "the agent wrote no file");
}

async function judgeChange(stage: AgentStage, { cwd, other }: Places, sessionId: string): Promise<void> {
  const method = isOffered(stage.facts.initialize, "sessionCapabilities.resume")
    ? "session/resume"
    : isOffered(stage.facts.initialize, "loadSession")
      ? "session/load"
      : undefined;
  if (method === undefined) {
    stage.notApplicable(CHANGE, "the agent offers neither session/resume nor session/load");
    return;
  }
  const ready = await initialize(stage);
  if ("reason" in ready) {
    stage.notTested(CHANGE, ready.reason);
    return;
  }
  const params = { sessionId, cwd, mcpServers: [], additionalDirectories: [other] };
  const reply = await ready.connection.request(method, params);
  // The design text lets an agent refuse roots that do not go with what it has stored.
  if (reply.kind === "result") stage.holds(CHANGE);
  else stage.recorded(CHANGE, `${method} with another directory gives ${told(reply)}`);
}

/** The roots that session/list tells of a session, or why it tells none. */
async function rootsOf(
  stage: AgentStage,
  ready: Ready,
  sessionId: string,
): Promise<readonly Json[] | string> {
  if (!isOffered(stage.facts.initialize, "sessionCapabilities.list"))
    return "the agent offers no session/list";
  const entry = entryOf(await walkList(ready), sessionId);
  return entry === undefined ? "the session is not listed" : items(entry["additionalDirectories"]);
}

async function judgeOmitted(stage: AgentStage, ready: Ready, place: Places): Promise<void> {
  for (const more of [{}, { additionalDirectories: [] }]) {
    const created = await create(ready, place, more);
    const sessionId = idOf(created);
    const roots =
      sessionId === undefined ? `session/new gave ${told(created)}` : await rootsOf(stage, ready, sessionId);
    if (typeof roots === "string") {
      stage.notTested(OMITTED, roots);
      return;
    }
    stage.expect(OMITTED, roots.length === 0, () => ({
      expected: "no additional roots for a session without any",
      actual: shortly([...roots]),
      frames: framesOf(created),
    }));
  }
}

async function judgeNoDrop(stage: AgentStage, ready: Ready, place: Places): Promise<void> {
  const missing = join(stage.cwd, "no-such-directory");
  const created = await create(ready, place, { additionalDirectories: [place.extra, missing] });
  const sessionId = idOf(created);
  if (sessionId === undefined) {
    if (created.kind === "error") stage.holds(NO_DROP);
    else stage.notTested(NO_DROP, `session/new gave ${told(created)}`);
    return;
  }
  const roots = await rootsOf(stage, ready, sessionId);
  if (typeof roots === "string" || roots.length === 0) {
    stage.notTested(NO_DROP, typeof roots === "string" ? roots : "session/list tells no roots");
    return;
  }
  stage.expect(NO_DROP, roots.includes(missing), () => ({
    expected: `an error, or the roots ${place.extra} and ${missing}`,
    actual: `a session with the roots ${shortly([...roots])}`,
    frames: framesOf(created),
  }));
}
