// The package's export "acp-assay/wire": the names that other projects build on.
// biome-ignore-all lint/performance/noBarrelFile: this is the one place that the package exports.
export type { Direction } from "./direction.js";
export { type ExactJson, type ExactMember, parseExactJson } from "./exact-json.js";
export { exactNumber } from "./exact-number.js";
export { Frame } from "./frame.js";
export { type Line, type LineEnd, LineSplitter } from "./line-splitter.js";
export { type Json, type JsonObject, type Malformed, type Message, readMessage } from "./message.js";
export type { RequestId } from "./request-id.js";
