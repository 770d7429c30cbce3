import { Buffer, isUtf8 } from "node:buffer";
import { frameOfText, type RedactionOptions, redactText, redactValue } from "../../mapping/mapping.js";
import type { Line } from "../../wire/line-splitter.js";
import type { Json } from "../../wire/message.js";
import type { ObservationSink, ObservedGap, ObservedLine } from "../observed.js";
import type { SessionSecrets } from "./session-secrets.js";

const HIDDEN_LINE = "[REDACTED:secret]";

/**
 * Shows another sink every line with its secrets and personal data hidden. What is JSON stays JSON, written anew; so this
 * is a record of what was said, not of the bytes.
 */
export class RedactedLines implements ObservationSink {
  readonly #sink: ObservationSink;
  readonly #secrets: SessionSecrets;
  readonly #options: RedactionOptions;

  constructor(sink: ObservationSink, secrets: SessionSecrets, home: string) {
    this.#sink = sink;
    this.#secrets = secrets;
    this.#options = { home, configured: secrets.values };
  }

  line(observed: ObservedLine): void {
    this.#sink.line({ ...observed, line: this.#redact(observed) });
  }

  gap(gap: ObservedGap): void {
    this.#sink.gap(gap);
  }

  flush(): void {
    this.#sink.flush();
  }

  async close(): Promise<void> {
    await this.#sink.close();
  }

  #redact({ direction, line }: ObservedLine): Line {
    const text = line.bytes.toString(isUtf8(line.bytes) ? "utf8" : "latin1");
    const message = line.cutBytes > 0 ? undefined : frameOfText(direction, text)?.message;
    if (message !== undefined) this.#secrets.learn(direction, message);
    return { ...line, bytes: Buffer.from(this.#shown(text, message)) };
  }

  /** Of a line that is no JSON and hands over servers, nobody can tell where their secrets are. */
  #shown(text: string, message: Json | undefined): string {
    if (message !== undefined) return JSON.stringify(redactValue(message, this.#options));
    return text.includes("mcpServers") ? HIDDEN_LINE : redactText(text, this.#options);
  }
}
