import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Press } from "../../../platform/forms/interaction.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";

/** An incident as it is kept at the moment of a press, and its hook. */
export interface Pressed {
  incident: Incident;
  hook: Hook;
}

/** What a press is about, or what to say where nothing of it is left. */
export async function pressed(
  incidentId: string,
  { incidents, hooks }: Pick<AlertsContext, "incidents" | "hooks">,
): Promise<Pressed | { gone: Reply }> {
  const incident = await incidents.find(incidentId);
  if (!incident) return { gone: say(notKept) };
  const hook = await hooks.find(incident.hookId);
  return hook ? { incident, hook } : { gone: say(hookIsGone) };
}

/** Who did something, and when, for an act. */
export function doneBy(
  { userId, userName }: Pick<Press, "userId" | "userName">,
  { id }: Incident,
  { now }: Pick<AlertsContext, "now">,
) {
  return {
    kind: "act" as const,
    incidentId: id,
    atMs: now().getTime(),
    userId,
    userName: userName.slice(0, 80),
  };
}

const notKept =
  "This alert is no longer kept here: 30 days after the last that was heard of one it is forgotten. Nothing was changed.";
const hookIsGone =
  "The hook that this alert came through was deleted, so nothing more becomes of it here. Nothing was changed.";
