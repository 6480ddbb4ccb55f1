import type { Hook } from "../hooks/record.ts";
import type { Incident } from "./record.ts";
import { type Facts, told } from "./step.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** When the hook's group is to be mentioned; undefined where that is done, or not due as things are. */
export function mentionDueMs({ state, mention, truth, key }: Incident, hook: Hook): number | undefined {
  const isWanted = hook.escalation !== undefined && !Object.hasOwn(hook.muted, key);
  return state === "firing" && isWanted && truth?.found !== "silenced" ? mention?.atMs : undefined;
}

/** An incident that nobody acknowledged in time: the hook's group is mentioned, unless a rule mutes it by now. */
export function mentionedInTime(incident: Incident, atMs: number, { hook, route }: Facts): Incident {
  const dueMs = mentionDueMs(incident, hook);
  if (dueMs === undefined || dueMs > atMs || !hook.escalation) return incident;
  if (route.isMuted) return { ...incident, mention: undefined };
  return mentioned(incident, hook.escalation.groupId, atMs);
}

/** An incident whose rule mentions a group at once; never a second time. */
export function mentionedByRule(incident: Incident, atMs: number, { route }: Facts): Incident {
  const { state, mentionedAtMs, truth } = incident;
  const isCalm = state !== "firing" || truth?.found === "silenced" || route.isMuted;
  if (isCalm || route.mentionGroupId === undefined || mentionedAtMs !== undefined) return incident;
  return mentioned(incident, route.mentionGroupId, atMs);
}

/** An incident that is nobody's again: whoever may acknowledge it has the whole time to do so. */
export function rearmed(incident: Incident, atMs: number, { escalation }: Hook): Incident {
  const { mention } = incident;
  if (!mention || !escalation) return incident;
  const dueMs = Math.max(mention.atMs, atMs + escalation.afterMinutes * minuteMs);
  return { ...incident, mention: { ...mention, atMs: dueMs } };
}

function mentioned(incident: Incident, groupId: string, atMs: number): Incident {
  const done = { ...incident, mention: undefined, mentionedAtMs: atMs };
  return told(done, { atMs, what: "mentioned", groupId });
}
