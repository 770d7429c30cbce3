import type {
  NewSessionResponse,
  SessionConfigOption,
  SessionInfo,
  SessionModeState,
  SessionUpdate,
} from "@agentclientprotocol/sdk";

/** What a set-up response says of a session besides its id. */
export type SessionState = Required<Pick<NewSessionResponse, "modes" | "configOptions">>;

const MODES: SessionModeState["availableModes"] = [
  { id: "ask", name: "Ask", description: "Asks before it changes anything" },
  { id: "code", name: "Code", description: "Changes what it was told to change" },
];

const MODELS = [
  { value: "small", name: "Small" },
  { value: "large", name: "Large" },
];

/** One conversation: its history, its settings and the turn that runs in it. */
export class Session {
  readonly id: string;
  cwd: string;
  /** Has the client set it up on this connection, and not closed it? */
  isActive: boolean;
  readonly history: SessionUpdate[];
  /** Aborts the running turn; undefined while the session is idle. */
  turn: AbortController | undefined;
  readonly prompts: string[] = [];
  #counter = 0;
  #modeId = "ask";
  #model = "small";
  readonly #updatedAt: Date = new Date();

  constructor(id: string, cwd: string, isActive: boolean, history: readonly SessionUpdate[] = []) {
    this.id = id;
    this.cwd = cwd;
    this.isActive = isActive;
    this.history = [...history];
  }

  /** An id that is unique within the session, for messages and tool calls. */
  nextId(prefix: string): string {
    this.#counter += 1;
    return `${prefix}-${this.#counter}`;
  }

  /** Selects a mode; false when there is none with this id. */
  setMode(modeId: string): boolean {
    if (!MODES.some((mode) => mode.id === modeId)) return false;
    this.#modeId = modeId;
    return true;
  }

  /** Sets a config option; false when the option or the value does not exist. */
  setOption(configId: string, value: unknown): boolean {
    const model = MODELS.find((option) => option.value === value);
    if (configId !== "model" || model === undefined) return false;
    this.#model = model.value;
    return true;
  }

  /** Every config option with its current value: the answer to a change lists all of them. */
  get configOptions(): SessionConfigOption[] {
    return [
      {
        type: "select",
        id: "model",
        name: "Model",
        category: "model",
        currentValue: this.#model,
        options: MODELS,
      },
    ];
  }

  get state(): SessionState {
    return {
      modes: { currentModeId: this.#modeId, availableModes: MODES },
      configOptions: this.configOptions,
    };
  }

  get info(): SessionInfo {
    const [title] = this.prompts;
    const updatedAt = this.#updatedAt.toISOString();
    return {
      sessionId: this.id,
      cwd: this.cwd,
      updatedAt,
      ...(title === undefined ? {} : { title: title.slice(0, 40) }),
    };
  }
}
