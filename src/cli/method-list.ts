import { Fault } from "../fault.js";
import { loadProtocol } from "../protocol/load-protocol.js";
import type { Method } from "../protocol/method.js";
import type { SchemaId } from "../protocol/schema-id.js";

const HANDLED_BY: Readonly<Record<Method["side"], string>> = {
  agent: "client to agent",
  client: "agent to client",
  protocol: "both ways",
};

/** The methods of a schema as text, a line each, or as JSON; selectors are beginnings of names. */
export async function methodList(
  selectors: readonly string[],
  { schema, json }: { readonly schema: SchemaId; readonly json: boolean },
): Promise<string> {
  const { methods } = await loadProtocol(schema);
  const rows = methods.filter(
    ({ name }) => selectors.length === 0 || selectors.some((one) => name.startsWith(one)),
  );
  const stranger = selectors.find((one) => methods.every(({ name }) => !name.startsWith(one)));
  if (stranger !== undefined) {
    throw new Fault("usage", `No method of schema ${schema} begins with "${stranger}"`);
  }
  return json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(lineOf).join("");
}

function lineOf({ name, side, kind, params, result }: Method): string {
  const answer = result === undefined ? "" : ` -> ${result}`;
  return `${name}  ${HANDLED_BY[side]}  ${kind}  ${params}${answer}\n`;
}
