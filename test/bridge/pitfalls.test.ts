import { test } from "tap";
import { hasAnonymousPipes } from "./anonymous-pipe.js";
import { launch, type Wire } from "./editor.js";
import { PITFALLS } from "./pitfalls.js";
import type { Launch } from "./process-matrix.js";
import { behindTee, fixture } from "./subject.js";

const wire: Wire = hasAnonymousPipes ? "pipes" : "sockets";

test("behind acp-tee as without it, and not behind a naive bridge", async (t) => {
  const direct: Launch = (agent, options) => launch((stop) => t.teardown(stop), wire, agent, options);
  for (const { name, flavour, look } of PITFALLS) {
    const [expected, seen, naive] = await Promise.all([
      look(direct),
      look((agent, options) => direct(behindTee(agent), options)),
      look((agent, options) => direct(fixture("naive-tee", flavour, ...agent), options)),
    ]);

    t.strictSame(seen, expected, name);
    t.notSame(naive, expected, `the naive bridge fails at: ${name}`);
  }
});
