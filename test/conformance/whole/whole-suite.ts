import { clientSuite } from "../../../conformance/client-suite.js";
import { agentSuite } from "../../../conformance/suite.js";
import { type Judged, runAgentSuite } from "../../../src/engine/agent-run.js";
import { runClientSuite } from "../../../src/engine/client-run.js";
import { catalogue as agents } from "../../../stubs/agent/raw/catalogue.js";
import { catalogue as clients } from "../../../stubs/client/catalogue.js";
import { statusOf } from "../bench.js";
import { clientSettingFor } from "../client-bench.js";
import { stubSetting } from "../controls.js";

export type WholeRole = "agent" | "client";

/** Long enough for what answers late on purpose, short enough for the many that never answer something. */
const AGENT_TIMEOUT_MS = 3000;
const CLIENT_TIMEOUT_MS = 4000;
const WORKERS = 2;

/** The names of the stubs with a defect, or of those that are odd and break no rule. */
export function stubsOf(role: WholeRole, kind: "mutant" | "control"): readonly string[] {
  return (role === "agent" ? agents : clients).filter((stub) => stub.kind === kind).map(({ name }) => name);
}

/** What a run of the whole suite holds against a stub, sorted and without `acp.v1.`; what is FLAKY is not held against it. */
export async function wholeSetOf(role: WholeRole, name: string): Promise<readonly string[]> {
  const judged = role === "agent" ? await judgedAgent(name) : await judgedClient(name);
  return judged
    .filter((one) => ["FAIL", "WARN"].includes(statusOf(one)))
    .map(({ id }) => id.replace("acp.v1.", ""))
    .sort();
}

async function judgedAgent(name: string): Promise<Judged[]> {
  return await runAgentSuite({
    setting: await stubSetting(name, AGENT_TIMEOUT_MS),
    suite: agentSuite,
    isSelected: () => true,
    workers: WORKERS,
  });
}

async function judgedClient(name: string): Promise<Judged[]> {
  return await runClientSuite({
    setting: await clientSettingFor(name, CLIENT_TIMEOUT_MS),
    suite: clientSuite,
    isSelected: () => true,
    workers: WORKERS,
  });
}
