import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { takeAction, alreadyOver, actionBy, findTarget } from "./target.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds, at } from "../message/status.ts";

/** “Take back”: ends an acknowledgement or a snooze, whoever did it. */
export const releaseAction: Action<AlertsContext> = {
  actionId: actionIds.release,
  access: "operator",
  run: release,
};

async function release(interaction: Interaction, context: AlertsContext): Promise<Reply | undefined> {
  const found = await findTarget(interaction.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  if (incident.state === "firing")
    return say("Nobody has acknowledged or snoozed this by now, so there is nothing to take back.");
  await takeAction(context, incident, { ...actionBy(interaction, incident, context), verb: "release" });
  return undefined;
}

/** “Resolve”: the person says that an incident is over. */
export const resolveAction: Action<AlertsContext> = {
  actionId: actionIds.resolve,
  access: "operator",
  run: resolve,
};

async function resolve(interaction: Interaction, context: AlertsContext): Promise<Reply | undefined> {
  const found = await findTarget(interaction.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  await takeAction(context, incident, { ...actionBy(interaction, incident, context), verb: "resolve" });
  return undefined;
}

/** “Acknowledge”: the person takes an incident. If another person has it, it stays theirs. */
export const acknowledgeAction: Action<AlertsContext> = {
  actionId: actionIds.acknowledge,
  access: "operator",
  run: acknowledge,
};

async function acknowledge(interaction: Interaction, context: AlertsContext): Promise<Reply | undefined> {
  const found = await findTarget(interaction.value, context);
  if ("gone" in found) return found.gone;
  const { incident } = found;
  const refusal = alreadyOver(incident) ?? alreadyTaken(incident, interaction.userId);
  if (refusal !== undefined) return say(refusal);
  await takeAction(context, incident, { ...actionBy(interaction, incident, context), verb: "acknowledge" });
  // The incident's message shows the change. A link card does not change, so answer there.
  if (interaction.message) return undefined;
  return say(`You acknowledged *${titleFromElsewhere(incident.latest.title)}*.`);
}

function alreadyTaken({ state, acknowledged }: Incident, userId: string): string | undefined {
  if (state !== "acknowledged" || !acknowledged) return undefined;
  const when = at(acknowledged.atMs);
  return acknowledged.userId === userId
    ? `You acknowledged this already, ${when}.`
    : `<@${acknowledged.userId}> acknowledged this already, ${when}. To take it over, press “Take back” and then “Acknowledge”.`;
}
