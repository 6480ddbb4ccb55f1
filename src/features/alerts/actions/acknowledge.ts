import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import { takeAction, alreadyOver, whoActs, incidentAction } from "./target.ts";
import { titleOf } from "../message/incident-message.ts";
import { doerOf } from "../message/notes.ts";
import { someone } from "../object/texts.ts";
import * as texts from "./texts.ts";
import { actionIds, at } from "../message/status.ts";

type Verb = "release" | "resolve" | "acknowledge";

/** Why a person can't do something with an open incident, in mrkdwn. */
const refusals: Partial<Record<Verb, (incident: Incident, userId: string) => string | undefined>> = {
  release: ({ state }) => (state === "firing" ? texts.nothingToTakeBack : undefined),
  // If another person has it, it stays theirs.
  acknowledge({ state, acknowledged }, userId) {
    if (state !== "acknowledged" || !acknowledged) return undefined;
    const when = at(acknowledged.atMs);
    return acknowledged.userId === userId
      ? texts.youHaveIt(when)
      : texts.otherHasIt(doerOf(acknowledged) ?? someone, when);
  },
};

/** A person's action on an incident, which its message shows. Returns the refusal if something speaks against it. */
export async function actOn(
  verb: Verb,
  incident: Incident,
  person: Pick<Interaction, "userId">,
  context: AlertsContext,
): Promise<{ refusal: Reply } | undefined> {
  const refusal = alreadyOver(incident) ?? refusals[verb]?.(incident, person.userId);
  if (refusal !== undefined) return { refusal: say(refusal) };
  const who = await whoActs(person, context);
  await takeAction(context, incident, { ...who, incidentId: incident.id, verb });
  return undefined;
}

/** The button of an action. A link card and an answer do not change, so `answer` is said there. */
function simpleAction(verb: Verb, answer?: (title: string) => string) {
  return incidentAction(
    { actionId: actionIds[verb], access: "operator" },
    async ({ incident }, interaction, context) => {
      const refused = await actOn(verb, incident, interaction, context);
      if (refused) return refused.refusal;
      return answer && !interaction.message ? say(answer(titleOf(incident))) : undefined;
    },
  );
}

/** “Take back”: ends an acknowledgement or a snooze, whoever did it. */
export const releaseAction = simpleAction("release", texts.takenBack);

/** “Resolve”: the person says that an incident is over. */
export const resolveAction = simpleAction("resolve");

/** “Acknowledge”: the person takes an incident. */
export const acknowledgeAction = simpleAction("acknowledge", texts.acknowledged);
