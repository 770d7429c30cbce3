import { _, type CodeKeywordDefinition, type KeywordCxt, Name, str } from "ajv";
import { unsupported } from "../model/unsupported.js";
import { appendErrors } from "../runtime/append-errors.js";
import { brokenNumberRule, NUMBER_FORMATS } from "../runtime/wire-number.js";

/** A number with its format and bounds, judged on its exact value where it is a bigint. */
export const wireNumberKeyword: CodeKeywordDefinition = {
  keyword: "wireNumber",
  schemaType: "object",
  error: {
    message: "",
    params: ({ params }) => _`{rule: ${params["rule"]}, limits: ${params["limits"]}}`,
  },
  code: emitWireNumber,
};

/** A reference to another definition by its name. */
export const definitionKeyword: CodeKeywordDefinition = {
  keyword: "definition",
  schemaType: "string",
  code: emitDefinition,
};

function emitWireNumber(context: KeywordCxt): void {
  const { gen, data, schema } = context;
  if (schema.format !== undefined && !NUMBER_FORMATS.has(schema.format)) {
    throw unsupported("a number", `format "${schema.format}" is unknown`);
  }
  const check = gen.scopeValue("func", {
    ref: brokenNumberRule,
    code: _`require("./runtime/wire-number.js").brokenNumberRule`,
  });
  const limits = gen.scopeValue("obj", { key: JSON.stringify(schema), ref: schema, code: _`${schema}` });
  const rule = gen.const("rule", _`${check}(${data}, ${limits})`);
  context.setParams({ rule, limits });
  context.fail(_`${rule} !== undefined`);
}

/** The names that ajv gives to what every compiled function has. */
const ERRORS = new Name("errors");
const FOUND = new Name("vErrors");
const INSTANCE_PATH = new Name("instancePath");

function emitDefinition({ gen, data, schema, it }: KeywordCxt): void {
  const compiled = it.self.getSchema(schema);
  if (compiled === undefined) throw unsupported(String(schema), "nothing defines it");
  const validate = gen.scopeValue("validate", { ref: compiled });
  const append = gen.scopeValue("func", {
    ref: appendErrors,
    code: _`require("./runtime/append-errors.js").appendErrors`,
  });
  gen.if(_`!${validate}(${data}, {instancePath: ${str`${INSTANCE_PATH}${it.errorPath}`}})`, () => {
    gen.assign(FOUND, _`${append}(${FOUND}, ${validate}.errors)`);
    gen.assign(ERRORS, _`${FOUND}.length`);
  });
}
