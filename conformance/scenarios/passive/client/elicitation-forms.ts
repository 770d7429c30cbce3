import type { Transcript } from "../../../../src/driver/transcript.js";
import type { Finding, PassiveCheck } from "../../../../src/engine/scenario.js";
import type { Protocol } from "../../../../src/protocol/protocol.js";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/wire/message.js";
import { onEach } from "../../steps/passive.js";
import { member, shortly } from "../../steps/reply.js";
import { announces } from "../capabilities.js";
import { type Elicitation, elicitations } from "./elicitation-requests.js";

/** What a form may ask for (docs/protocol/v1/elicitation.mdx, "Form mode", "URL security"; schema ElicitationSchema). */
export const formChecks: readonly PassiveCheck[] = [
  onEach("acp.v1.elicitation.form-schema", forms, ({ frame, params }, protocol) => {
    const form = params["requestedSchema"] ?? null;
    const [violation] = protocol.judgeDefinition("ElicitationSchema", form, "requestedSchema");
    if (violation !== undefined)
      return {
        expected: `${violation.path}: ${violation.expected}`,
        actual: violation.actual,
        frames: [frame],
      };
    const isFlat = member(form, "type") === "object" && isJsonObject(member(form, "properties"));
    const nested = fieldsOf(params).find(([, field]) => field["type"] === "object");
    if (isFlat && nested === undefined) return undefined;
    return {
      expected: "an object schema whose properties are primitives or enums",
      actual: nested === undefined ? shortly(form) : `the property ${shortly(nested[0])} is an object`,
      frames: [frame],
    };
  }),
  onEach("acp.v1.elicitation.form-no-secrets", formsWhere(true), judgeSecrets),
  onEach("acp.v1.elicitation.sensitive-url-only", formsWhere(false), judgeSecrets),
  onEach("acp.v1.elicitation.form-no-clickable-urls", forms, ({ frame, params }) => {
    const shown = wordsOf(params).find((words) => hasUrl(words));
    return shown === undefined
      ? undefined
      : { expected: "no URL to click in a form", actual: shortly(shown), frames: [frame] };
  }),
];

function forms(transcript: Transcript, protocol: Protocol): Elicitation[] {
  return elicitations("form")(transcript, protocol);
}

/** Forms for a client that offers URLs too, or that does not: there a form would be the way out that is forbidden. */
function formsWhere(isUrlOffered: boolean): (transcript: Transcript, protocol: Protocol) => Elicitation[] {
  return (transcript, protocol) =>
    announces(transcript, ["elicitation", "url"]) === isUrlOffered ? forms(transcript, protocol) : [];
}

/** Names that, as they stand, mean a secret: what merely holds such a word may be anything. */
const SECRETS: ReadonlySet<string> = new Set([
  "password",
  "passphrase",
  "passcode",
  "secret",
  "clientsecret",
  "apikey",
  "accesstoken",
  "refreshtoken",
  "authtoken",
  "bearertoken",
  "privatekey",
  "recoverycode",
  "creditcardnumber",
  "cardnumber",
  "cvv",
  "cvc",
]);

function judgeSecrets({ frame, params }: Elicitation): Finding | undefined {
  const secret = fieldsOf(params).find(
    ([name, field]) =>
      field["type"] === "string" && [name, field["title"] ?? ""].some((each) => SECRETS.has(plain(each))),
  );
  return secret === undefined
    ? undefined
    : {
        expected: "no secret or credential asked for in a form",
        actual: `the property ${shortly(secret[0])}`,
        frames: [frame],
      };
}

function plain(name: Json): string {
  return typeof name === "string" ? name.toLowerCase().replace(/[^a-z]/g, "") : "";
}

function fieldsOf(params: JsonObject): [string, JsonObject][] {
  const properties = member(params["requestedSchema"], "properties");
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, field]) => (isJsonObject(field) ? [[name, field]] : []));
}

/** What a form shows as text; a default is the user's to change. */
function wordsOf(params: JsonObject): string[] {
  const form = params["requestedSchema"];
  const fields = fieldsOf(params).map(([, field]) => field);
  const shown = [params["message"], member(form, "title"), member(form, "description")];
  return [...shown, ...fields.flatMap(({ title, description }) => [title, description])].filter(
    (words) => typeof words === "string",
  );
}

/** Addresses that only show a form, such as https://example.com, are nothing to click. */
function hasUrl(words: string): boolean {
  const urls = words.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];
  return urls.some((url) => URL.canParse(url) && !isExample(new URL(url).hostname));
}

function isExample(host: string): boolean {
  return host === "localhost" || /(^|\.)example(\.(com|org|net))?$/.test(host);
}
