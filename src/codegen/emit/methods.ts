import type { Model } from "../model/shape.js";
import { literal } from "./literal.js";

/** The method table: which side handles a method, and the definitions of its params and result. */
export function emitMethods(model: Model): string {
  const rows = model.methods.map((method) => `  ${literal(method, 2)},\n`).join("");
  return `/** Every method of this schema, by name; \`side\` is the side that handles it. */
export const methods = [
${rows}] as const;
`;
}
