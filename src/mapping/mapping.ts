// The package's export "acp-assay/mapping": the names that other projects build on.
// biome-ignore-all lint/performance/noBarrelFile: this is the one place that the package exports.
export { mapMoment } from "./moment/map-moment.js";
export type { MappedEvent, MappingOptions, Moment } from "./moment/moment.js";
export type { Level } from "./posture/level.js";
export type { Redaction } from "./posture/redaction.js";
export { type RedactionOptions, redactionFloor, redactText, redactValue } from "./redaction/redact.js";
export type { SessionFrame } from "./session/frame.js";
export { frameOfText } from "./session/frame-of-text.js";
export { endConnection, mapSession, type SessionOptions } from "./session/map-session.js";
export { markEnded } from "./session/memory/sessions.js";
export { type Counts, initialState, type Limits, type MappingState } from "./session/memory/state.js";
export type { SessionEvent, Severity } from "./session/session-event.js";
