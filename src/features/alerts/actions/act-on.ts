import type { AlertsContext } from "../context.ts";
import type { IncidentAct } from "../receive/inbox-entry.ts";
import type { Incident } from "../incident/record.ts";

/** Does something to an incident, after all that was accepted of its hook before; its message follows within moments. */
export async function actOn(
  context: Pick<AlertsContext, "inbox" | "pokeFold">,
  { hookId }: Pick<Incident, "hookId">,
  act: IncidentAct,
): Promise<void> {
  await context.inbox.act(hookId, act);
  context.pokeFold(hookId);
}
