import type { Buffer } from "node:buffer";
import type { Observation } from "../../driver/sandwich/observation.js";
import { bytesOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import { LineSplitter } from "../../wire/line-splitter.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import type { Difference } from "./compare.js";
import { excerpt } from "./excerpt.js";

/** The first line that arrived in this direction and is no JSON object; blank lines aside. */
export function strangerIn(direction: Direction, { received }: Observation): Difference | undefined {
  const lines = linesOf(received[direction]);
  const place = lines.findIndex((bytes) => !isBlank(bytes) && readObject(bytes) === undefined);
  const stranger = lines[place];
  if (stranger === undefined) return undefined;
  return {
    direction,
    place: `line ${place + 1}`,
    expected: "a JSON-RPC message",
    actual: excerpt(stranger, 0),
  };
}

/** The id of the last request that the client writes in these steps. */
export function openRequest(steps: readonly Step[]): unknown {
  const requests = steps.flatMap((step): unknown[] => {
    if (step.do !== "write" || step.dir !== "c2a") return [];
    const message = readObject(bytesOf(step.payload));
    return message !== undefined && "method" in message && "id" in message ? [message["id"]] : [];
  });
  return requests.at(-1);
}

/** How many responses with this id the client got. */
export function answersTo(id: unknown, { received }: Observation): number {
  const messages = linesOf(received.a2c).map(readObject);
  return messages.filter((message) => message !== undefined && !("method" in message) && message["id"] === id)
    .length;
}

function linesOf(bytes: Buffer): Buffer[] {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const tail = splitter.end();
  return [...lines, ...(tail === undefined ? [] : [tail])].map((line) => line.bytes);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.toString("latin1").trim() === "";
}

function readObject(bytes: Buffer): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(bytes.toString("utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
