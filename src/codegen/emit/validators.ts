import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { Model } from "../model/shape.js";
import { unsupported } from "../model/unsupported.js";
import { STRING_FORMATS } from "../runtime/string-format.js";
import { definitionKeyword, wireNumberKeyword } from "./validator-keywords.js";
import { validatorSchema } from "./validator-schema.js";

/**
 * The source of a module that exports one ajv function per definition, named like it. It requires ajv's runtime and the
 * modules in `runtime/`, so it wants a bundler.
 */
export function emitValidators(model: Model): string {
  const shapes = new Map(model.definitions.map(({ name, shape }) => [name, shape]));
  const ajv = newAjv();
  for (const { name, shape } of model.definitions) {
    ajv.addSchema(validatorSchema(shape, shapes), name);
    nameErrorsAfter(ajv, name);
  }
  const names = Object.fromEntries(model.definitions.map(({ name }) => [name, name]));
  return standaloneCode.default(ajv, names);
}

/** The default dialect is enough, and smaller when compiled: no schema of `validatorSchema` uses a keyword of 2020-12. */
function newAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    strict: false,
    validateSchema: false,
    formats: { ...STRING_FORMATS },
    code: {
      source: true,
      esm: true,
      lines: false,
      formats: _`require("./runtime/string-format.js").STRING_FORMATS`,
    },
  });
  return ajv.addKeyword(wireNumberKeyword).addKeyword(definitionKeyword);
}

/** Makes `schemaPath` of every error begin with the definition it comes from; ajv has the field but no option. */
function nameErrorsAfter(ajv: Ajv, name: string): void {
  const environment = ajv.schemas[name];
  if (environment === undefined) throw unsupported(name, "ajv did not keep the definition");
  Object.assign(environment, { schemaPath: name });
}
