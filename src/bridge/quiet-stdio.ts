import { writeSync } from "node:fs";
import { Writable } from "node:stream";

// Must be evaluated before any other module of the program. Node's own getters of process.stdout and process.stderr build
// a socket, which makes the description that the agent shares with us non-blocking: its next big write to stderr then
// fails with EAGAIN and is lost. Parts of Node read these getters uninvited (Readable.pipe, net.Socket, Worker).
// On Windows there is no such flag, and Node's own streams carry the session.
const STREAMS =
  process.platform === "win32"
    ? []
    : ([
        ["stdout", 1],
        ["stderr", 2],
      ] as const);
for (const [name, descriptor] of STREAMS) {
  let stream: Writable | undefined;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      stream ??= blockingStream(descriptor);
      return stream;
    },
  });
}

function blockingStream(descriptor: number): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      writeSync(descriptor, chunk);
      done();
    },
  });
}
