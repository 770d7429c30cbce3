import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import colors from "picocolors";
import { runCheck } from "../src/cli/run-check.js";
import { textReport } from "../src/engine/report/text.js";

// `node dist/bench/example-agents.js VERSION`: runs the agent suite on the example agent of that SDK version (1.2.1 or
// 1.9.0, dev dependencies), prints the report, and compares the findings with those that docs/findings-sdk-examples.md
// explains. Exit 1 when there are others.
const root = new URL("../../", import.meta.url);
const [version = "1.9.0"] = process.argv.slice(2);
const agent = fileURLToPath(new URL(`node_modules/sdk-${version}/dist/examples/agent.js`, root));
const report = await runCheck({ subject: [process.execPath, agent] });

const found = report.checks
  .filter(({ status }) => status === "FAIL" || status === "WARN" || status === "FLAKY")
  .map(({ id }) => id);
const page = readFileSync(new URL("docs/findings-sdk-examples.md", root), "utf8");
const unexplained = found.filter((id) => !page.includes(`\`${id}\``));

process.stdout.write(textReport(report, colors.createColors(false), report.ok ? 0 : 1));
if (unexplained.length > 0) {
  process.stdout.write(`not explained in docs/findings-sdk-examples.md: ${unexplained.join(", ")}\n`);
  process.exitCode = 1;
}
