import { button } from "../../../platform/blocks/button.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import type { AlertsContext } from "../context.ts";
import { muteOf } from "../hooks/record.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { actionIds, at } from "../message/status.ts";
import { readableTitle } from "../message/title.ts";
import { type ActionTarget, incidentAction, mutesCommand, takeAction, whoActs } from "./target.ts";
import * as texts from "./texts.ts";

/** The question before an alert is muted. A mute lasts until a person ends it. */
export function muteQuestion(found: ActionTarget): Reply {
  const muted = mutedAlready(found);
  if (muted) return muted;
  const yes = button({ text: texts.muteButton, actionId: actionIds.mute, value: found.incident.id });
  return say(muteConsequences(found), [{ ...yes, style: "danger" }]);
}

/** The words of that question. */
export function muteConsequences(found: ActionTarget): string {
  return texts.muteQuestion(named(found), mutesCommand(found.hook));
}

/** “Mute it”: stops the posts of an alert. */
export const muteAction = incidentAction(
  { actionId: actionIds.mute, access: "operator", replaces: true },
  mute,
);

/** Stops the posts of an alert until a person unmutes it at the hook. */
export async function mute(
  found: ActionTarget,
  person: Pick<Interaction, "userId">,
  context: AlertsContext,
): Promise<Reply> {
  const muted = mutedAlready(found);
  if (muted) return muted;
  const { incident, hook } = found;
  const { key, latest } = incident;
  const entry = {
    title: readableTitle(latest, true).title,
    userId: person.userId,
    at: context.now().toISOString(),
  };
  const who = await whoActs(person, context);
  await takeAction(context, incident, { ...who, incidentId: incident.id, verb: "mute" }, () =>
    context.hooks.change(hook.id, (present) => ({
      ...present,
      // `fromEntries` defines the key. An assignment would fail for "__proto__", and senders choose keys.
      muted: Object.fromEntries([...Object.entries(present.muted), [key, entry]]),
    })),
  );
  return say(texts.muted(named(found), mutesCommand(hook)));
}

/** Who muted an alert and when, if it is muted. */
export function mutedAlready(found: ActionTarget): Reply | undefined {
  const { incident, hook } = found;
  const known = muteOf(hook, { key: incident.key, alertName: incident.latest.alertName });
  return known
    ? say(texts.mutedAlready(named(found), `<@${known.userId}>`, at(Date.parse(known.at))))
    : undefined;
}

/** An alert by its title and its hook, in mrkdwn. */
export function named({ incident, hook }: ActionTarget): string {
  const { title } = readableTitle(incident.latest, true);
  return texts.named(titleFromElsewhere(title), fromElsewhere(hook.name, 60));
}
