import { isExtension, isProtocolLevel, type Method } from "../../protocol/method.js";
import type { Protocol } from "../../protocol/protocol.js";
import { printViolation, type SchemaViolation } from "../../protocol/schema-violation.js";
import type { Direction } from "../../wire/direction.js";
import type { Line } from "../../wire/line-splitter.js";
import { isJsonObject, type Json, type JsonObject } from "../../wire/message.js";
import { canonicalText } from "../canonical/canonical-text.js";
import { idKey, OpenRequests } from "./open-requests.js";
import { type JsonLine, readLine } from "./read-line.js";
import { type JournalRefusal, refuse, shortName } from "./refusal.js";
import { schemaOfVersion } from "./schemas.js";
import { type TurnEnd, Turns } from "./turns.js";

/** What a line says, once it is accepted. */
export interface JudgedFrame {
  readonly kind: "request" | "notification" | "response" | "error";
  /** The method of a request or notification. */
  readonly method: string | null;
  /** The whole frame in canonical form. */
  readonly canonical: string;
  readonly end: TurnEnd;
}

/**
 * Judges the lines of one connection by the schema of its protocol version. A frame that is refused changes nothing:
 * what is journaled can be judged again from the journal alone, with the same verdicts.
 */
export class LineJudge {
  readonly #isFixed: boolean;
  readonly #first: Protocol;
  #protocol: Protocol;
  readonly #requests = new OpenRequests();
  readonly #turns = new Turns();
  readonly #methods: Record<Direction, Map<string, Method>> = { c2a: new Map(), a2c: new Map() };

  /** Judges by `protocol`; unless that `isFixed`, until `initialize` is answered with another version. */
  constructor(protocol: Protocol, isFixed: boolean) {
    this.#first = protocol;
    this.#protocol = protocol;
    this.#isFixed = isFixed;
  }

  /** A new connection begins. */
  restart(): void {
    this.#requests.clear();
    this.#turns.clear();
    this.#use(this.#first);
  }

  /** Accepts or refuses one line; undefined for a blank one. */
  judge(direction: Direction, line: Line): JudgedFrame | JournalRefusal | undefined {
    const read = readLine(line);
    if (read === undefined || "code" in read) return read;
    if (read.value["jsonrpc"] !== "2.0") return refuse(-32600, "jsonrpc must be '2.0'");
    if ("method" in read.value) return this.#call(direction, read);
    return "result" in read.value || "error" in read.value
      ? this.#response(direction, read)
      : refuse(-32600, "frame is neither a JSON-RPC request nor a response");
  }

  #call(direction: Direction, { value, text }: JsonLine): JudgedFrame | JournalRefusal {
    const method = value["method"];
    if (typeof method !== "string") return refuse(-32600, "method must be a string");
    const row = this.#method(method, direction);
    if (row === undefined && !isExtension(method) && !isProtocolLevel(method)) {
      return refuse(-32601, `unknown method '${shortName(method)}'`, { method: shortName(method) });
    }
    const params = value["params"] ?? undefined;
    if (params !== undefined && !isJsonObject(params)) return refuse(-32602, "params must be an object");
    const wrong = row === undefined ? undefined : this.#wrongParams(row, value, params);
    if (wrong !== undefined) return wrong;
    const hasId = "id" in value;
    if (hasId && !isId(value["id"])) return refuse(-32600, "id must be a string, integer, or omitted");
    if (row !== undefined && hasId !== (row.kind === "request")) {
      const rule = hasId ? "is a notification and must not have an id" : "requires an id";
      return refuse(-32600, `method '${method}' ${rule}`, { method });
    }
    if (hasId) this.#requests.open(idKey(value, text), { method, direction });
    const end = this.#turns.sees(method, params);
    return { kind: hasId ? "request" : "notification", method, canonical: canonicalText(text), end };
  }

  #response(direction: Direction, { value, text }: JsonLine): JudgedFrame | JournalRefusal {
    const isError = "error" in value;
    if (isError && "result" in value) {
      return refuse(-32600, "response must have exactly one of 'result' or 'error'");
    }
    if (!("id" in value)) return refuse(-32600, "response must have an 'id' field");
    if (!isId(value["id"])) return refuse(-32600, "id must be a string, integer, or null");
    const key = idKey(value, text);
    const request = this.#requests.find(key, direction);
    const row = request === undefined ? undefined : this.#method(request.method, request.direction);
    const protocol = row?.name === "initialize" ? this.#answeredBy(value["result"]) : this.#protocol;
    const definition = isError ? "Error" : row?.result;
    const [violation] =
      definition === undefined
        ? []
        : protocol.judgeDefinition(
            definition,
            isError ? value["error"] : value["result"],
            isError ? "error" : "result",
          );
    if (violation !== undefined) return refusedBy(-32600, row?.name, violation);
    this.#requests.close(key, direction);
    this.#use(protocol);
    const end = this.#turns.answered(request, value);
    return { kind: isError ? "error" : "response", method: null, canonical: canonicalText(text), end };
  }

  #wrongParams(row: Method, value: JsonObject, params: Json | undefined): JournalRefusal | undefined {
    const asked = row.name === "initialize" ? this.#askedFor(value) : this.#protocol;
    const [violation] = asked.judgeDefinition(row.params, params ?? {}, "params");
    return violation === undefined ? undefined : refusedBy(-32602, row.name, violation);
  }

  /** The schema that `initialize` is written by: the newest that the client offers. */
  #askedFor({ params }: JsonObject): Protocol {
    if (this.#isFixed) return this.#protocol;
    return schemaOfVersion(isJsonObject(params) ? params["protocolVersion"] : undefined) ?? this.#protocol;
  }

  #answeredBy(result: Json | undefined): Protocol {
    if (this.#isFixed) return this.#protocol;
    return schemaOfVersion(isJsonObject(result) ? result["protocolVersion"] : undefined) ?? this.#protocol;
  }

  #use(protocol: Protocol): void {
    if (protocol === this.#protocol) return;
    this.#protocol = protocol;
    this.#methods.c2a.clear();
    this.#methods.a2c.clear();
  }

  #method(name: string, direction: Direction): Method | undefined {
    const known = this.#methods[direction].get(name);
    if (known !== undefined) return known;
    const found = this.#protocol.method(name, direction);
    if (found !== undefined) this.#methods[direction].set(name, found);
    return found;
  }
}

function refusedBy(
  code: -32600 | -32602,
  method: string | undefined,
  violation: SchemaViolation,
): JournalRefusal {
  const { path, rule, definition } = violation;
  const data = { path, rule, definition };
  return refuse(code, printViolation(violation), method === undefined ? data : { method, ...data });
}

function isId(value: Json | undefined): boolean {
  return value === null || typeof value === "string" || Number.isInteger(value);
}
