/** One line on a terminal that tells what is going on; nothing anywhere else. */
export class Progress {
  readonly #isShown: boolean;
  #count = 0;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#isShown = stream.isTTY === true;
  }

  /** Something is done. */
  step(name: string): void {
    this.#count += 1;
    this.show(`${this.#count} done · ${name}`);
  }

  /** Takes the line away. */
  clear(): void {
    this.#put("");
  }

  /** Tells what is going on, in place of what was told before. */
  show(text: string): void {
    this.#put(`  ${text}`);
  }

  #put(text: string): void {
    if (!this.#isShown) return;
    const columns = process.stderr.columns ?? 80;
    process.stderr.write(`\r\u001b[2K${text.slice(0, columns - 1)}`);
  }
}
