import { CAPTURE_LEVELS, type CaptureLevel, type EventText, type ReceivedEvent } from "./event.js";

/** The level, where the text names one. */
export function captureLevel(text: unknown): CaptureLevel | undefined {
  return CAPTURE_LEVELS.find((level) => level === text);
}

/** Whether an event tells more than a subscriber wants to hear. */
export function isAbove({ capture = "metadata" }: ReceivedEvent, ceiling: CaptureLevel): boolean {
  return CAPTURE_LEVELS.indexOf(capture) > CAPTURE_LEVELS.indexOf(ceiling);
}

/**
 * The event as a subscriber with this ceiling sees it. What is above the ceiling loses its whole `data`: the receiver does
 * not know every type, and a field that it does not know may hold content. The event itself still arrives, so the
 * sequence has no gap.
 */
export function below({ event, json }: EventText, ceiling: CaptureLevel): EventText {
  if (!isAbove(event, ceiling)) return { event, json };
  const { data: _, ...rest } = event;
  const lowered: ReceivedEvent = { ...rest, capture: ceiling };
  return { event: lowered, json: JSON.stringify(lowered) };
}
