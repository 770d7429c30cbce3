import { execFile } from "node:child_process";
import { Fault } from "../../fault.js";

/** One npm run may take this long: a registry that trickles must not hang a scheduled job. */
const DEADLINE_MS = 120_000;

/** With npm's own defaults a machine without a network waits for over a minute before it says so. */
const PATIENCE = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];

/** What npm answers where it cannot speak to a registry. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  ...["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "ETIMEDOUT"],
  ...["EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "ERR_SOCKET_TIMEOUT", "FETCH_ERROR", "EPROTO"],
  ...["ENOTCACHED", "E502", "E503", "E504", "E407"],
]);

/**
 * Runs the user's npm and gives its JSON answer. The user's own configuration says which registry that is, over which
 * proxy and with which certificates, so that this program names none.
 */
export async function runNpm(args: readonly string[], signal: AbortSignal): Promise<unknown> {
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      "npm",
      [...args, "--json", ...PATIENCE],
      { signal, timeout: DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(faultOf(error, args, `${stdout}\n${stderr}`));
      },
    );
  });
  try {
    return output.trim() === "" ? undefined : JSON.parse(output);
  } catch (error) {
    throw new Fault("usage", `Cannot read what npm ${args[0]} said: it is not JSON`, { cause: error });
  }
}

function faultOf(error: Error, args: readonly string[], output: string): Fault {
  const [command, spec] = args;
  const fault = (problem: string): Fault => new Fault("usage", problem, { cause: error });
  if ("code" in error && error.code === "ENOENT") return fault("Cannot run npm: it is not on the PATH");
  if ("killed" in error && error.killed === true) {
    return fault(
      `Cannot reach the npm registry: npm ${command} took over ${DEADLINE_MS / 1000} s; nothing was changed`,
    );
  }
  const code = /"code": *"(\w+)"/.exec(output)?.[1] ?? /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1];
  if (code === undefined) return fault(`Cannot get ${spec}: npm ${command} failed (${lastLine(output)})`);
  if (UNREACHABLE.has(code)) return fault(`Cannot reach the npm registry (${code}); nothing was changed`);
  if (code === "E404" || code === "ETARGET") return fault(`Cannot find ${spec}: the npm registry has none`);
  if (code === "EINTEGRITY") return fault(`Cannot use ${spec}: npm found its tarball corrupt (EINTEGRITY)`);
  return fault(`Cannot get ${spec}: npm ${command} failed (${code})`);
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.slice(0, 200) || "without a word";
}
