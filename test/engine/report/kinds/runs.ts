import type { Report } from "../../../../src/engine/report/report.js";
import { reportOf, result } from "../results.js";

/** What a subject may write to make a mess of a report. */
export const HOSTILE =
  "]]> --> </pre><script>alert(1)</script> `` ```\n::error::x\n  ...\n| a | # TODO \u001b[31m\u0000\ud800\udc00\ud800 \uffff %0A \u202e & \" '";

const frames = [
  { number: 1, dir: "c2a", t: 0, line: HOSTILE },
  { number: 2, dir: "a2c", t: 5, b64: "/w==" },
] as const;

/** A run in which every status stands, and each text is hostile. */
export function hostileRun(): Report {
  const texts = { message: HOSTILE, expected: HOSTILE, actual: HOSTILE, frames };
  const baseline = { reason: HOSTILE, issue: "https://example.org/1" };
  return reportOf(
    [
      result("acp.v1.prompt.a", { status: "FAIL", ...texts, failureId: "f-123456" }),
      result("acp.v1.prompt.b", { status: "EXPECTED-FAIL", ...texts, baseline }),
      result("acp.v1.prompt.c", { status: "WARN", level: "should", ...texts, scored: false }),
      result("acp.v1.fs.a", { status: "N/A", message: HOSTILE }),
      result("acp.v1.fs.b", { status: "NOT-TESTED", message: HOSTILE }),
      result("acp.v1.fs.c", { status: "VACUOUS", message: HOSTILE }),
      result("acp.v1.fs.d", { status: "FLAKY", ...texts }),
      result("acp.v1.fs.e", { status: "INFO", level: "info", message: HOSTILE }),
      result("acp.v1.fs.f"),
    ],
    {
      subject: {
        argv: ["node", "/src/agents/my agent.js", HOSTILE],
        role: "agent",
        info: { name: HOSTILE },
        capabilities: null,
        protocolVersion: 1,
      },
      baseline: { entries: 3, outdated: [{ id: "acp.v1.fs.f", problem: HOSTILE }] },
    },
  );
}

/** A run that could not test anything. */
export function blockedRun(): Report {
  return reportOf([], { blockedBy: HOSTILE });
}
