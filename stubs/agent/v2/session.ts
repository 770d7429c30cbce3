import type { JsonObject } from "../../../src/wire/message.js";
import type { Work } from "./work.js";

/** One session: its place, its setting, and what was said in it. */
export class SessionTwo {
  readonly id: string;
  readonly cwd: string;
  readonly history: JsonObject[] = [];
  model = "small";
  /** Closed sessions stay in the list and can be resumed. */
  isActive = true;
  /** The foreground work, while there is some. */
  work: Work | undefined;
  updatedAt: string = new Date().toISOString();

  constructor(id: string, cwd: string) {
    this.id = id;
    this.cwd = cwd;
  }

  /** Keeps what belongs to the conversation. */
  remember(update: JsonObject): void {
    this.updatedAt = new Date().toISOString();
    if (!PASSING.has(String(update["sessionUpdate"]))) this.history.push(update);
  }

  /** The options as they stand. */
  options(): JsonObject[] {
    return [
      {
        type: "select",
        configId: "model",
        name: "Model",
        category: "model",
        currentValue: this.model,
        options: [
          {
            groupId: "all",
            name: "All",
            options: [
              { value: "small", name: "Small" },
              { value: "large", name: "Large" },
            ],
          },
        ],
      },
    ];
  }
}

/** The commands that every session has. */
export const COMMANDS: readonly JsonObject[] = [
  {
    type: "command",
    name: "test",
    description: "Runs tests",
    input: { type: "text", hint: "which tests" },
  },
];

const PASSING: ReadonlySet<string> = new Set([
  "state_update",
  "notice",
  "usage_update",
  "available_commands_update",
  "config_option_update",
  "session_info_update",
]);
