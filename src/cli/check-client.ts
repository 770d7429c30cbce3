import { plainAgent } from "../../conformance/client-scenarios/steps/agent.js";
import { clientSuite } from "../../conformance/client-suite.js";
import { agentResults } from "../engine/agent-report.js";
import { meetClient } from "../engine/client-facts.js";
import { runClientSuite } from "../engine/client-run.js";
import type { Play } from "../engine/failure.js";
import { assembleReport } from "../engine/report/assemble.js";
import type { Report } from "../engine/report/report.js";
import { binds } from "../engine/requirement.js";
import { selectorFilter } from "../engine/selector.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import type { CheckOptions } from "./check-options.js";
import { keepFailures, runFacts } from "./run-facts.js";

/** Every id that some scenario or passive check of the client suite judges. */
export function clientCheckIds(): string[] {
  const { scenarios, passive } = clientSuite;
  return [...new Set([...scenarios.flatMap(({ judges }) => judges), ...passive.map(({ id }) => id)])].sort();
}

/** `check --role client`: one look at the client with a plain agent, then every scenario that judges something selected. */
export async function checkClient(options: CheckOptions): Promise<Report> {
  const { subject, registry, selectors, strict, workers, timeout, schema, progress, signal } = options;
  const ids = clientCheckIds();
  const isSelected = selectorFilter(selectors, ids);
  const protocol = await loadProtocol(schema);
  const startedAt = new Date().toISOString();
  const facts = await meetClient({ argv: subject, timeoutMs: timeout, policy: () => plainAgent() });
  const judged = await runClientSuite({
    setting: { argv: subject, facts, protocol, timeoutMs: timeout },
    suite: clientSuite,
    isSelected,
    workers,
    signal,
    onScenario: (name) => progress.step(name),
  });
  const scenarios = new Map(judged.map(({ id, scenario }) => [id, scenario]));
  const checks = keepFailures(
    agentResults(judged, registry, strict),
    ({ id }) => playOf(scenarios.get(id)),
    options,
  );
  const { initialize } = facts;
  return assembleReport({
    ...runFacts(options, startedAt, protocol),
    subject: {
      argv: subject,
      role: "client",
      info: initialize["clientInfo"] ?? null,
      capabilities: initialize["clientCapabilities"] ?? null,
      protocolVersion: initialize["protocolVersion"] ?? null,
    },
    checks,
    coverage: {
      requirements: registry.requirements.filter((requirement) => binds(requirement, "client")).length,
      withCheck: ids.length,
      selected: ids.filter(isSelected).length,
    },
    ...(signal.aborted ? { blockedBy: "interrupted" } : {}),
  });
}

function playOf(scenario: string | undefined): Play | undefined {
  return scenario === undefined || scenario === "" ? undefined : { kind: "client", scenario };
}
