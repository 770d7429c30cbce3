import { Buffer } from "node:buffer";
import { bytesOf, payloadOf } from "../../driver/sandwich/payload.js";
import type { Step } from "../../driver/sandwich/step.js";
import type { Direction } from "../../wire/direction.js";
import { LineSplitter } from "../../wire/line-splitter.js";
import type { BridgeCase } from "../bridge-case.js";
import type { Profile } from "../profile.js";
import { OpenRequests } from "./open-requests.js";
import { tell } from "./told.js";

/**
 * The same case, made of whole lines, without those that mean nothing where they stand: answers that nobody waits for,
 * ids that are in use. Of drawn traffic they would be most, and of two requests that are alike but for such an id nobody
 * could tell which one arrived.
 */
export function inLegalLines(played: BridgeCase, { malformed }: Pick<Profile, "malformed">): BridgeCase {
  const requests = new OpenRequests();
  const isLegal = (direction: Direction, bytes: Buffer): boolean => {
    const told = tell(direction, { number: 0, bytes }, requests, malformed);
    const { asks, answers, isVoid } = told;
    if (asks !== undefined && isVoid) requests.close(asks);
    if (asks !== undefined && !isVoid) requests.deliver(asks, asks.asker);
    if (answers !== undefined) requests.close(answers);
    return !isVoid;
  };
  const steps = played.steps.map((step): Step => {
    if (step.do !== "write") return step;
    const splitter = new LineSplitter();
    const whole = splitter.push(bytesOf(step.payload));
    const tail = splitter.end();
    const lines = tail === undefined ? whole : [...whole, tail];
    const kept = lines.filter(({ bytes }) => isLegal(step.dir, bytes));
    if (kept.length === lines.length) return step;
    const bytes = Buffer.concat(kept.flatMap(({ bytes: line, eol }) => [line, Buffer.from(eol)]));
    return { do: "write", dir: step.dir, payload: payloadOf(bytes) };
  });
  return { ...played, steps };
}
