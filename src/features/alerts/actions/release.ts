import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { actOn } from "./act-on.ts";
import { actionIds } from "../message/action-ids.ts";
import { alreadyOver } from "./already.ts";
import { doneBy, pressed } from "./pressed.ts";

/** “Take back”: an acknowledgement or a snooze ends, whoever it was by, and the incident is nobody's. */
export const releaseAct: Act<AlertsContext> = { actionId: actionIds.release, access: "operator", press };

async function press(press: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(press.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  if (incident.state === "firing")
    return say("Nobody has acknowledged or snoozed this by now, so there is nothing to take back.");
  await actOn(context, incident, { ...doneBy(press, incident, context), act: "release" });
  return undefined;
}
