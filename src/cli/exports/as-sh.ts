import { quoteAll } from "../../driver/subject-argv.js";
import type { Failure } from "../../engine/failure.js";
import { aboutFailure } from "./about-failure.js";

/** No line of the JSON text can be this one: a JSON text in lines has no bare word in it. */
const END = "END_OF_FAILURE";

/** A POSIX script that holds the failure and plays it again: exit 0 when it is fixed, 1 while it is not. */
export function asSh(failure: Failure): string {
  return `#!/bin/sh
# ${aboutFailure(failure)}
# Exit 0: fixed; 1: it still fails, or only sometimes; 4: nothing could be tested. Arguments are the subject's command,
# else the one that failed; ACP_ASSAY is the command to play it with.
set -u
failure=$(mktemp) || exit 3
trap 'rm -f "$failure"' EXIT
trap 'exit 130' HUP INT TERM
cat >"$failure" <<'${END}'
${JSON.stringify(failure, null, 2)}
${END}
[ $# -gt 0 ] || set -- ${quoteAll(failure.subject)}
\${ACP_ASSAY:-npx acp-assay} replay "$failure" -- "$@"
`;
}
