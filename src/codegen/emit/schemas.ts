import type { VendoredSchema } from "../vendored.js";
import { keyLiteral, literal } from "./literal.js";

/** The table of schemas: the type `SchemaId` comes from its keys. */
export function emitSchemas(schemas: readonly VendoredSchema[]): string {
  const rows = schemas.map(({ id, lock }) => {
    const { package: name, version, sha256, definitions, methods } = lock;
    return `  ${keyLiteral(id)}: ${literal({ package: name, version, sha256, definitions, methods }, 2)},\n`;
  });
  return `/** The vendored schemas by id: where each comes from and what it holds. */
export const schemas = {
${rows.join("")}} as const;
`;
}
