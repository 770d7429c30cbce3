import type { Failure } from "../../engine/failure.js";
import { aboutFailure } from "./about-failure.js";

/** A test for Node's own test runner that holds the failure and passes once it is fixed. */
export function asTest(failure: Failure): string {
  return `// Run it with \`node --test\`. ACP_ASSAY_SUBJECT, a JSON array, is the subject's command instead of the one that failed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { replay } from "acp-assay";

const failure = ${JSON.stringify(failure, null, 2)};
const subject = process.env.ACP_ASSAY_SUBJECT;

test(${JSON.stringify(aboutFailure(failure))}, async () => {
  const { outcome, failedTimes, times } = await replay(failure, subject && JSON.parse(subject));

  assert.equal(outcome, "FIXED", \`it failed \${failedTimes} of \${times} times\`);
});
`;
}
