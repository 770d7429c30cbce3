import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestOptions } from "node:http";

/** A relay that has not answered by then is taken to be gone. */
const ANSWER_MS = 10_000;

/** More of an answer is not read. */
const MOST_ANSWER_BYTES = 65_536;

export interface RelayAddress {
  readonly url: string;
  readonly token: string | undefined;
  /** File of further authorities' certificates, in PEM, for https. */
  readonly caFile: string | undefined;
}

/** What became of a batch; status 0 where there was no answer at all. */
export interface RelayAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends events, one JSON object a line (AEP 0.1, `POST /events`). Never rejects. */
export async function postEvents({ url, token, caFile }: RelayAddress, lines: string): Promise<RelayAnswer> {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}/events`;
  // Loaded when it is first needed: a tee without a relay does without its memory.
  const { request } = address.protocol === "https:" ? await import("node:https") : await import("node:http");
  const body = Buffer.from(lines);
  const options: RequestOptions & { readonly ca?: string[] } = {
    method: "POST",
    timeout: ANSWER_MS,
    headers: {
      "AEP-Version": "0.1",
      "Content-Type": "application/x-ndjson",
      "Content-Length": body.length,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(caFile !== undefined && { ca: await authoritiesOf(caFile) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  };
  return await new Promise<RelayAnswer>((resolve) => {
    const none = (): void => resolve({ status: 0, body: "" });
    try {
      const sent = request(address, options, (answer) => {
        readAnswer(answer).then((text) => resolve({ status: answer.statusCode ?? 0, body: text }), none);
      });
      sent.on("error", none).end(body);
    } catch {
      // A token that no header can hold, for one.
      none();
    }
  });
}

const known = new Map<string, Promise<string[]>>();

/** Read once: there are more than a hundred. */
async function authoritiesOf(file: string): Promise<string[]> {
  const reading = known.get(file) ?? authorities(file);
  known.set(file, reading);
  return await reading;
}

/** Node's own authorities and those of the file; a file that cannot be read adds none. */
async function authorities(file: string): Promise<string[]> {
  const { rootCertificates } = await import("node:tls");
  try {
    return [...rootCertificates, readFileSync(file, "utf8")];
  } catch {
    return [...rootCertificates];
  }
}

async function readAnswer(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MOST_ANSWER_BYTES) answer.destroy();
  }
  return Buffer.concat(chunks).toString("utf8");
}
