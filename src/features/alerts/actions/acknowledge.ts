import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { takeAction, alreadyOver, actionBy, incidentAction } from "./target.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds, at } from "../message/status.ts";

/** A person's action on an open incident, if nothing refuses it. The incident's message shows the change. */
function simpleAction(
  verb: "release" | "resolve" | "acknowledge",
  refusalOf: (incident: Incident, userId: string) => string | undefined = () => undefined,
  answerOf: (incident: Incident, interaction: Interaction) => Reply | undefined = () => undefined,
) {
  return incidentAction(
    { actionId: actionIds[verb], access: "operator" },
    async ({ incident }, interaction, context) => {
      const refusal = alreadyOver(incident) ?? refusalOf(incident, interaction.userId);
      if (refusal !== undefined) return say(refusal);
      await takeAction(context, incident, { ...actionBy(interaction, incident, context), verb });
      return answerOf(incident, interaction);
    },
  );
}

/** “Take back”: ends an acknowledgement or a snooze, whoever did it. */
export const releaseAction = simpleAction("release", ({ state }) =>
  state === "firing"
    ? "Nobody has acknowledged or snoozed this by now, so there is nothing to take back."
    : undefined,
);

/** “Resolve”: the person says that an incident is over. */
export const resolveAction = simpleAction("resolve");

/** “Acknowledge”: the person takes an incident. If another person has it, it stays theirs. */
export const acknowledgeAction = simpleAction(
  "acknowledge",
  ({ state, acknowledged }, userId) => {
    if (state !== "acknowledged" || !acknowledged) return undefined;
    const when = at(acknowledged.atMs);
    return acknowledged.userId === userId
      ? `You acknowledged this already, ${when}.`
      : `<@${acknowledged.userId}> acknowledged this already, ${when}. To take it over, press “Take back” and then “Acknowledge”.`;
  },
  // A link card does not change, so answer there.
  ({ latest }, { message }) =>
    message ? undefined : say(`You acknowledged *${titleFromElsewhere(latest.title)}*.`),
);
