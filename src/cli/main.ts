#!/usr/bin/env node
// The tee touches its standard streams in a way of its own, so nothing of the harness may be loaded before it.
if (process.argv[2] === "tee") {
  process.argv.splice(2, 1);
  await import("./tee/acp-tee.js");
} else {
  await import("./program.js");
}

export {};
