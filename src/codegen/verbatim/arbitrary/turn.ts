import { accepts } from "./accepts.js";
import type { Form, RecordForm } from "./form.js";
import type { FrameSource } from "./frame-source.js";
import { isMap, type Json, replaceAt } from "./json.js";
import { minimalOf } from "./samples.js";

/** The word for what a cancelled turn leaves behind: a stop reason, an outcome (docs/protocol/v1, "Cancellation"). */
const CANCELLED = "cancelled";

/** The fields of what a frame carries: its params, or its result. */
export function bodyFields({ form, part }: FrameSource): RecordForm["fields"] {
  const body = form.kind === "record" ? form.fields.get(bodyName(part))?.form : undefined;
  return body?.kind === "record" ? body.fields : new Map();
}

/** The member of a frame that holds what it carries. */
export function bodyName(part: FrameSource["part"]): string {
  return part === "result" || part === "error" ? part : "params";
}

/** Does the result say why the turn ended? In protocol version 2 it only says that the prompt was taken. */
export function endsTurn(result: FrameSource): boolean {
  return [...bodyFields(result).values()].some(({ form }) => isMember(form, CANCELLED));
}

/** The result with `cancelled` wherever it has a say in that, or nowhere. */
export function settle(result: FrameSource, value: Json, isCancelled: boolean): Json {
  return [...bodyFields(result)].reduce<Json>((settled, [name, { form }]) => {
    const body = isMap(settled) ? settled["result"] : undefined;
    if (!isMap(body) || body[name] === undefined) return settled;
    const changed = settleField(form, body[name], isCancelled);
    return replaceAt(settled, ["result", name], changed);
  }, value);
}

function settleField(form: Form, value: Json, isCancelled: boolean): Json {
  if (form.kind === "members" && isMember(form, CANCELLED)) {
    const other = form.values.find((member) => member !== CANCELLED) ?? value;
    if (isCancelled) return CANCELLED;
    return value === CANCELLED ? other : value;
  }
  if (form.kind !== "choice") return value;
  const cancelled = form.options.find(saysCancelled);
  if (cancelled === undefined || accepts(cancelled, value) === isCancelled) return value;
  const other = isCancelled ? cancelled : form.options.find((option) => option !== cancelled);
  return other === undefined ? value : minimalOf(other);
}

function saysCancelled(option: Form): boolean {
  return (
    option.kind === "record" && [...option.fields.values()].some(({ form }) => isMember(form, CANCELLED, 1))
  );
}

function isMember(form: Form, member: string, most: number = Number.POSITIVE_INFINITY): boolean {
  return form.kind === "members" && form.values.includes(member) && form.values.length <= most;
}
