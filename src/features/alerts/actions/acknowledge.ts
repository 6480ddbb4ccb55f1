import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { takeAction, alreadyOver, whoActs, incidentAction } from "./target.ts";
import { titleOf } from "../message/incident-message.ts";
import { doerOf } from "../message/notes.ts";
import { someone } from "../object/texts.ts";
import * as texts from "./texts.ts";
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
      const who = await whoActs(interaction, context);
      await takeAction(context, incident, { ...who, incidentId: incident.id, verb });
      return answerOf(incident, interaction);
    },
  );
}

/** “Take back”: ends an acknowledgement or a snooze, whoever did it. */
export const releaseAction = simpleAction("release", ({ state }) =>
  state === "firing" ? texts.nothingToTakeBack : undefined,
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
      ? texts.youHaveIt(when)
      : texts.otherHasIt(doerOf(acknowledged) ?? someone, when);
  },
  // A link card does not change, so answer there.
  (incident, { message }) => (message ? undefined : say(texts.acknowledged(titleOf(incident)))),
);
