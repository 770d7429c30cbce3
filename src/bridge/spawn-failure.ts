import { existsSync } from "node:fs";

/** Why there is no agent: the exit code that shells and env(1) use (POSIX, "Exit Status for Commands"), and one line. */
export interface SpawnFailure {
  readonly exitCode: 126 | 127;
  readonly message: string;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  ENOTDIR: "a part of its path is no directory",
  ENAMETOOLONG: "its name is too long",
  E2BIG: "its arguments and environment are too long",
  EAGAIN: "too many processes",
  ENOMEM: "not enough memory",
};

/** Words for what the system said when the command was to be run. */
export function spawnFailure(command: string, code: string | undefined): SpawnFailure {
  const name = JSON.stringify(command);
  // An empty command is refused by Node itself; execvp(3) says ENOENT.
  if (command === "" || (code === "ENOENT" && !(command.includes("/") && existsSync(command)))) {
    return { exitCode: 127, message: `cannot run ${name}: command not found` };
  }
  const reason =
    code === "ENOENT" ? "its interpreter is missing" : (REASONS[code ?? ""] ?? code ?? "unknown error");
  return { exitCode: 126, message: `cannot run ${name}: ${reason}` };
}
