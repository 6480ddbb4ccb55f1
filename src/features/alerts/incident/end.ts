import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { eventAtMs } from "./event-time.ts";
import { turned } from "./flapping.ts";
import { type Facts, told } from "./step.ts";
import { stated, worded } from "./words.ts";

/** An incident that its sender resolves; that is never held back. */
export function ended(incident: Incident, received: ReceivedEvent, { route }: Facts): Incident {
  const atMs = eventAtMs(received);
  const over: Incident = {
    ...stated(worded(incident, received), received),
    state: "resolved",
    resolved: { atMs, how: "sender" },
    snoozed: undefined,
  };
  return turned(over, { atMs, what: "resolved" }, route.isMuted);
}

/** An incident that was over already when its sender said so: a line for the details, and no longer a presumption. */
export function endToo(incident: Incident, received: ReceivedEvent): Incident {
  const { resolved, latest } = incident;
  const atMs = eventAtMs(received);
  const known = stated(worded(incident, received), received);
  const isNews = resolved?.how !== "sender" && latest.state !== "resolved";
  if (!isNews) return known;
  const sure: Incident =
    resolved?.how === "presumed" ? { ...known, resolved: { atMs, how: "sender" } } : known;
  return told(sure, { atMs, what: "resolved", note: "by its sender too", isQuiet: true });
}
