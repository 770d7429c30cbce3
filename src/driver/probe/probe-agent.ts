/**
 * The harness's own agent: a process that a bridge starts, with no will of its own. It dials back to the harness over a
 * private socket (the one argument that it needs), reports every byte and signal that reaches it, and does what it is
 * told. When the harness goes away it ends at once, so none is ever left behind.
 */
import { Buffer } from "node:buffer";
import { closeSync } from "node:fs";
import { connect } from "node:net";
import { ControlReader, type ControlRecord, type Order, type Report, writeReport } from "./control.js";

const WATCHED_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR2", "SIGWINCH"] as const;
const NOTHING = Buffer.alloc(0);

const socket = connect(process.argv[2] ?? "");
const orders = ControlReader.forOrders();
let isOutputBroken = false;

socket.on("connect", () => {
  const mark = process.env["ACP_ASSAY_MARK"] ?? null;
  report(
    "hello",
    Buffer.from(JSON.stringify({ arguments: process.argv.slice(3), cwd: process.cwd(), mark })),
  );
});
socket.on("data", (chunk) => {
  for (const order of orders.push(chunk)) obey(order);
});
socket.on("error", () => process.exit(70));
socket.on("close", () => process.exit(70));

process.stdin.on("data", (chunk: Buffer) => report("input", chunk));
process.stdin.on("end", () => report("input-end", NOTHING));
process.stdin.on("error", () => report("input-end", NOTHING));
process.stdout.on("error", () => breakOutput());
process.stderr.on("error", () => undefined);
for (const signal of WATCHED_SIGNALS) {
  process.on(signal, () => report("signal", Buffer.from(signal)));
}

function report(kind: Report, payload: Buffer): void {
  writeReport(socket, kind, payload);
}

function breakOutput(): void {
  if (!isOutputBroken) report("output-broken", NOTHING);
  isOutputBroken = true;
}

function obey({ kind, payload }: ControlRecord<Order>): void {
  switch (kind) {
    case "write":
      process.stdout.write(payload, (error) => {
        if (error) breakOutput();
        else report("written", lengthOf(payload));
      });
      return;
    case "stderr":
      process.stderr.write(payload);
      return;
    case "close-stdout":
      // Node never closes fd 1 by itself; the peer sees the end only when the descriptor is gone.
      process.stdout.write("", () => closeSync(1));
      return;
    case "close-stdin":
      process.stdin.destroy();
      closeSync(0);
      return;
    case "pause":
      process.stdin.pause();
      return;
    case "resume":
      process.stdin.resume();
      return;
    case "exit":
      afterOutput(() => process.exit(Number(payload.toString())));
      return;
    case "die":
      afterOutput(() => dieBy(payload.toString() as NodeJS.Signals));
      return;
  }
}

function lengthOf(payload: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(payload.length);
  return length;
}

/** Runs `end` when everything written before has left this process. */
function afterOutput(end: () => void): void {
  process.stderr.write("", () => {
    if (isOutputBroken || process.stdout.destroyed) end();
    else process.stdout.write("", () => end());
  });
}

function dieBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
