import type { Editor } from "../bridge/editor.js";

/** A frame of the agent, as far as a client looks at it. */
interface Said {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** An ACP client over one subject: asks, waits for the answer, and answers what it is asked. */
export class Conversation {
  readonly #editor: Editor;
  readonly #waiting: { readonly isIt: (said: Said) => boolean; readonly found: (said: Said) => void }[] = [];
  #rest = "";
  #id = -1;

  /** The editor was launched with `collect: false`. */
  constructor(editor: Editor) {
    this.#editor = editor;
    editor.output.on("data", (chunk: Buffer) => {
      const lines = (this.#rest + chunk.toString("utf8")).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.#hear(JSON.parse(line));
    });
  }

  /** Sends a request and gives what the answer says. */
  async ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#id += 1;
    const id = this.#id;
    const answer = this.hears((said) => said.id === id && said.method === undefined);
    this.send({ id, method, params });
    return (await answer).result ?? {};
  }

  send(message: object): void {
    this.#editor.input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Waits for a frame of the agent. */
  async hears(isIt: (said: Said) => boolean): Promise<Said> {
    return await new Promise((found) => this.#waiting.push({ isIt, found }));
  }

  #hear(said: Said): void {
    const place = this.#waiting.findIndex(({ isIt }) => isIt(said));
    if (place !== -1) this.#waiting.splice(place, 1)[0]?.found(said);
  }
}
