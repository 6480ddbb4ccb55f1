import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { actOn, alreadyOver, doneBy, pressed } from "./act-on.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds, at } from "../message/status.ts";

/** “Take back”: an acknowledgement or a snooze ends, whoever it was by, and the incident is nobody's. */
export const releaseAct: Act<AlertsContext> = {
  actionId: actionIds.release,
  access: "operator",
  press: pressRelease,
};

async function pressRelease(press: Press, context: AlertsContext): Promise<Reply | undefined> {
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

/** “Resolve”: the presser says that an incident is over. */
export const resolveAct: Act<AlertsContext> = {
  actionId: actionIds.resolve,
  access: "operator",
  press: pressResolve,
};

async function pressResolve(press: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(press.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  await actOn(context, incident, { ...doneBy(press, incident, context), act: "resolve" });
  return undefined;
}

/** “Acknowledge”: the presser takes an incident; one that somebody has already stays theirs. */
export const acknowledgeAct: Act<AlertsContext> = {
  actionId: actionIds.acknowledge,
  access: "operator",
  press,
};

async function press(press: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(press.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident) ?? alreadyTaken(incident, press.userId);
  if (refusal !== undefined) return say(refusal);
  await actOn(context, incident, { ...doneBy(press, incident, context), act: "acknowledge" });
  // In a card below somebody's link nothing changes that its presser would see; the incident's own message does.
  if (press.message) return undefined;
  return say(`You acknowledged *${titleFromElsewhere(incident.latest.title)}*.`);
}

function alreadyTaken({ state, acknowledged }: Incident, userId: string): string | undefined {
  if (state !== "acknowledged" || !acknowledged) return undefined;
  const when = at(acknowledged.atMs);
  return acknowledged.userId === userId
    ? `You acknowledged this already, ${when}.`
    : `<@${acknowledged.userId}> acknowledged this already, ${when}. To take it over, press “Take back” and then “Acknowledge”.`;
}
