import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { mergeReports } from "../../engine/matrix/merge-reports.js";
import { readReport } from "../../engine/matrix/read-report.js";
import { withoutHome } from "../../engine/report/kinds/without-home.js";
import type { Report } from "../../engine/report/report.js";
import { Fault } from "../../fault.js";
import type { CliContext } from "../command.js";
import { EXIT } from "../exit-code.js";

/** `matrix`: several runs on one page. */
export function register(program: Command, context: CliContext): void {
  program
    .command("matrix")
    .summary("put several JSON reports on one HTML page, subjects by checks")
    .argument("<run...>", "reports that --report json=FILE wrote; shares of one run become one column")
    .requiredOption("-o, --output <file>", "the page to write, or - for stdout")
    .action(async (paths: string[], { output }: { output: string }) => {
      const reports = paths.map(readReport);
      requireOneSchema(paths, reports);
      const { htmlMatrix } = await import("../../engine/report/html/page.js");
      const columns = mergeReports(reports).map((report) => withoutHome(report));
      write(output, htmlMatrix(columns));
      const subjects = columns.length === 1 ? "1 subject" : `${columns.length} subjects`;
      process.stderr.write(
        `${output === "-" ? "stdout" : output}: ${subjects} from ${paths.length} reports\n`,
      );
      context.exit(EXIT.ok);
    });
}

/** Under two schemas the same id may ask for two things. */
function requireOneSchema(paths: readonly string[], reports: readonly Report[]): void {
  const name = (place: number): string => {
    const { id = "", sha256 = "" } = reports[place]?.schema ?? {};
    return `"${paths[place]}" is under ${id} (sha256 ${sha256.slice(0, 8)}…)`;
  };
  const other = reports.findIndex(({ schema }) => schema.sha256 !== reports[0]?.schema.sha256);
  if (other > 0) {
    throw new Fault("usage", `Cannot compare reports of two schemas: ${name(0)}, ${name(other)}`);
  }
}

function write(path: string, page: string): void {
  if (path === "-") {
    process.stdout.write(page);
    return;
  }
  try {
    writeFileSync(path, page);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault("usage", `Cannot write "${path}": ${reason}`, { cause: error });
  }
}
