import { agentSuiteOf } from "../../conformance/suites.js";
import { shakeHands } from "../engine/agent-facts.js";
import { agentResults } from "../engine/agent-report.js";
import { runAgentSuite } from "../engine/agent-run.js";
import type { Play } from "../engine/failure.js";
import { assembleReport } from "../engine/report/assemble.js";
import type { Report } from "../engine/report/report.js";
import { binds } from "../engine/requirement.js";
import type { Login } from "../engine/scenario.js";
import type { Script } from "../engine/script/script.js";
import { selectorFilter } from "../engine/selector.js";
import { Fault } from "../fault.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import { type SchemaId, versionOf } from "../protocol/schema-id.js";
import type { CheckOptions } from "./check-options.js";
import { keepFailures, runFacts } from "./run-facts.js";

/** Every id that some scenario or passive check of the agent suite judges under a schema. */
export function agentCheckIds(schema: SchemaId = "v1"): string[] {
  const { scenarios, passive } = agentSuiteOf(schema);
  return [...new Set([...scenarios.flatMap(({ judges }) => judges), ...passive.map(({ id }) => id)])].sort();
}

/** `check --role agent`: one handshake, then every scenario that judges something selected. */
export async function checkAgent(options: CheckOptions): Promise<Report> {
  const { subject, registry, selectors, strict, workers, timeout, schema, script, progress, signal } =
    options;
  const ids = agentCheckIds(schema);
  const forBridges = selectors.find((selector) => /^(bridge|wire)(\.|$)/.test(selector));
  if (forBridges !== undefined) {
    throw new Fault("usage", `"${forBridges}" names checks of bridges: add --role bridge`);
  }
  const isSelected = selectorFilter(selectors, ids);
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const { authMethod: methodId, allowLogout: mayLogout = false } = options;
  const login: Login = methodId === undefined ? { mayLogout } : { methodId, mayLogout };
  const handshake = await shakeHands({
    argv: subject,
    protocolVersion: versionOf(schema),
    timeoutMs: timeout,
    ...login,
  });
  const judged = await runAgentSuite({
    setting: {
      argv: subject,
      facts: handshake.facts,
      protocol,
      timeoutMs: timeout,
      login,
      ...(script === undefined ? {} : { script }),
    },
    suite: agentSuiteOf(schema),
    isSelected,
    workers,
    signal,
    onScenario: (name) => progress.step(name),
  });
  const scenarios = new Map(judged.map(({ id, scenario }) => [id, scenario]));
  const checks = keepFailures(
    agentResults(judged, registry, strict),
    ({ id }) => playOf(scenarios.get(id), login, script),
    options,
  );
  const { initialize } = handshake.facts;
  return assembleReport({
    ...runFacts(options, startedAt, protocol),
    subject: {
      argv: subject,
      role: "agent",
      info: initialize["info"] ?? initialize["agentInfo"] ?? null,
      capabilities: initialize["capabilities"] ?? initialize["agentCapabilities"] ?? null,
      protocolVersion: initialize["protocolVersion"] ?? null,
    },
    checks,
    coverage: {
      requirements: registry.of(schema).filter((requirement) => binds(requirement, "agent")).length,
      withCheck: ids.length,
      selected: ids.filter(isSelected).length,
    },
    ...blockedBy(handshake.wantsLogin, signal),
  });
}

function playOf(scenario: string | undefined, login: Login, script: Script | undefined): Play | undefined {
  if (scenario === undefined || scenario === "") return undefined;
  const isUsed = login.methodId !== undefined || login.mayLogout;
  return {
    kind: "agent",
    scenario,
    ...(isUsed ? { login } : {}),
    ...(script === undefined ? {} : { script }),
  };
}

function blockedBy(wantsLogin: boolean, signal: AbortSignal): { blockedBy?: string } {
  if (signal.aborted) return { blockedBy: "interrupted" };
  return wantsLogin ? { blockedBy: "authentication" } : {};
}
