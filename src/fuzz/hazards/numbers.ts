import { type Hazard, line, paramsWith } from "./hazard.js";

/** Numbers that change when they are read as a double or written by another printer. */
export const numberHazards: readonly Hazard[] = [
  number("int-2p53-plus-1", "9007199254740993"),
  number("int-2p63-minus-1", "9223372036854775807"),
  number("float-one", "1.0"),
  number("exponent-upper", "1E5"),
  number("exponent-plus", "1e+5"),
  number("negative-zero", "-0"),
  number("beyond-double", "1e400"),
  number("tiny", "4.9e-324"),
  number("decimal-30-digits", "0.123456789012345678901234567890"),
  number("trailing-zeros", "1.500"),
  { id: "wire.number.large-id", writes: [request("9007199254740993")] },
  { id: "wire.number.exponent-id", writes: [request("1e2")] },
  { id: "wire.number.fraction-id", writes: [request("1.5")] },
];

function number(name: string, lexeme: string): Hazard {
  return { id: `wire.number.${name}`, writes: [paramsWith(lexeme)] };
}

function request(id: string): Hazard["writes"][number] {
  return line(`{"jsonrpc":"2.0","id":${id},"method":"_acp-assay/ask","params":{}}`);
}
