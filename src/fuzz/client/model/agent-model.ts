import { isJsonObject, type Json, type JsonObject } from "../../../wire/message.js";
import type { AgentCommand, Asking } from "./command.js";

/** What a client serves, so that nothing is asked of it that an agent must not ask. */
export interface Serves {
  readonly read: boolean;
  readonly write: boolean;
  readonly terminal: boolean;
}

/** What an agent knows of the conversation. Never changed: each command gives the next one. */
export interface AgentModel {
  readonly serves: Serves;
  /** How far the client was let: each moment comes once, and in this order. */
  readonly stage: "start" | "initialize" | "session" | "prompt" | "ended" | "gone";
  readonly hasAsked: boolean;
  readonly terminals: number;
  readonly isHolding: boolean;
}

const ORDER: readonly AgentModel["stage"][] = ["start", "initialize", "session", "prompt", "ended", "gone"];

/** The start of a conversation: nothing was said. */
export function freshAgent(serves: Serves): AgentModel {
  return { serves, stage: "start", hasAsked: false, terminals: 0, isHolding: false };
}

/** What the params of initialize say of a client. */
export function servesOf(initialize: JsonObject): Serves {
  const capabilities = member(initialize, "clientCapabilities");
  const fs = member(capabilities, "fs");
  return {
    read: member(fs, "readTextFile") === true,
    write: member(fs, "writeTextFile") === true,
    terminal: member(capabilities, "terminal") === true,
  };
}

/** May the agent do this now? */
export function isPossible(model: AgentModel, command: AgentCommand): boolean {
  const { stage, serves } = model;
  if (stage === "gone") return false;
  switch (command.do) {
    case "at":
      return ORDER.indexOf(command.moment) > ORDER.indexOf(stage);
    case "offer":
      return stage === "start";
    case "ask":
    case "miss":
      return (
        canAsk(serves, command.what) &&
        (!isOfSession(command.what) || isInTurn(model)) &&
        hasTerminal(model, command.what)
      );
    case "update":
      return isOfSessionStage(model);
    case "withdraw":
      return model.hasAsked;
    case "interrupt":
    case "end":
    case "asks":
      return isInTurn(model);
    case "answer-again":
      return stage === "ended";
    case "flush":
      return model.isHolding;
    case "hold":
      return !model.isHolding;
    default:
      return true;
  }
}

/** What the agent knows once it has done this. */
export function afterCommand(model: AgentModel, command: AgentCommand): AgentModel {
  switch (command.do) {
    case "offer":
    case "cut":
      return model;
    case "at":
      return { ...model, stage: command.moment };
    case "die":
      return { ...model, stage: "gone" };
    case "end":
      return { ...model, stage: "ended" };
    case "hold":
    case "flush":
      return { ...begun(model), isHolding: command.do === "hold" };
    case "ask":
      return {
        ...begun(model),
        hasAsked: true,
        terminals: model.terminals + (command.what.startsWith("run") ? 1 : 0),
      };
    default:
      return begun(model);
  }
}

/** Without an `at`, what the agent does it does in the client's first turn. */
function begun(model: AgentModel): AgentModel {
  return model.stage === "start" ? { ...model, stage: "prompt" } : model;
}

function isInTurn({ stage }: AgentModel): boolean {
  return stage === "prompt" || stage === "start";
}

/** A session exists from the answer to session/new on. */
function isOfSessionStage(model: AgentModel): boolean {
  return isInTurn(model) || model.stage === "ended";
}

function isOfSession(what: Asking): boolean {
  return what !== "custom" && what !== "unknown";
}

/** Does the client serve this at all? Permissions are asked of every client, and custom requests may be. */
export function canAsk({ read, write, terminal }: Serves, what: Asking): boolean {
  switch (what) {
    case "read":
    case "read-window":
    case "read-missing":
      return read;
    case "write":
      return write;
    case "run":
    case "run-long":
    case "output":
    case "wait":
    case "kill":
    case "release":
      return terminal;
    default:
      return true;
  }
}

function hasTerminal({ terminals }: AgentModel, what: Asking): boolean {
  return terminals > 0 || !["output", "wait", "kill", "release"].includes(what);
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
