import type { IncidentAct } from "../receive/inbox-entry.ts";
import type { Line } from "./step.ts";

/** An act of one kind. */
export type ActOf<Name extends IncidentAct["act"]> = Extract<IncidentAct, { act: Name }>;

/** When an act was, and who did it, for a line of history. */
export function doneBy({
  atMs,
  userId,
  userName,
}: ActOf<"acknowledge" | "snooze" | "resolve" | "release" | "mute">): Omit<Line, "what"> {
  return { atMs, userId, ...(userName !== undefined && { userName }) };
}
