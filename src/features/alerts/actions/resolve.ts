import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { actOn } from "./act-on.ts";
import { actionIds } from "../message/action-ids.ts";
import { alreadyOver } from "./already.ts";
import { doneBy, pressed } from "./pressed.ts";

/** “Resolve”: the presser says that an incident is over. */
export const resolveAct: Act<AlertsContext> = { actionId: actionIds.resolve, access: "operator", press };

async function press(press: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(press.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  await actOn(context, incident, { ...doneBy(press, incident, context), act: "resolve" });
  return undefined;
}
