import { actions, button } from "../../../platform/blocks/button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { type ActionTarget, takeAction, actionBy, findTarget } from "./target.ts";
import { changeHookIfThere } from "../hooks/record-changes.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { actionIds, at } from "../message/status.ts";

/** The question before an alert is muted. A mute lasts until a person ends it. */
export function muteQuestion(found: ActionTarget): Reply {
  const { incident } = found;
  const muted = mutedAlready(found);
  if (muted) return muted;
  const question = `Mute ${named(found)}? Nobody is told when it fires again, until somebody ends that: ${code(`/db hook mutes ${found.hook.name}`)}.`;
  const yes = button({ text: "Mute it", actionId: actionIds.mute, value: incident.id });
  return reply(question, [section(question), actions([{ ...yes, style: "danger" }])]);
}

/** “Mute it”: stops the posts of an alert until a person unmutes it at the hook. */
export const muteAction: Action<AlertsContext> = {
  actionId: actionIds.mute,
  access: "operator",
  run: mute,
  replaces: true,
};

async function mute(interaction: Interaction, context: AlertsContext): Promise<Reply | undefined> {
  const found = await findTarget(interaction.value, context);
  if ("gone" in found) return found.gone;
  const muted = mutedAlready(found);
  if (muted) return muted;
  const { incident, hook } = found;
  const { key, latest } = incident;
  const entry = { title: latest.title, userId: interaction.userId, at: context.now().toISOString() };
  await changeHookIfThere(hook, context, (present) => ({
    ...present,
    // `fromEntries` defines the key. An assignment would fail for "__proto__", and senders choose keys.
    muted: Object.fromEntries([...Object.entries(present.muted), [key, entry]]),
  }));
  await takeAction(context, incident, { ...actionBy(interaction, incident, context), verb: "mute" });
  return say(`Muted: ${named(found)}. To hear of it again: ${code(`/db hook mutes ${hook.name}`)}.`);
}

function mutedAlready(found: ActionTarget): Reply | undefined {
  const { incident, hook } = found;
  const mute = Object.hasOwn(hook.muted, incident.key) ? hook.muted[incident.key] : undefined;
  return mute
    ? say(`${named(found)} was muted already by <@${mute.userId}> ${at(Date.parse(mute.at))}.`)
    : undefined;
}

function named({ incident, hook }: ActionTarget): string {
  return `“${titleFromElsewhere(incident.latest.title)}” of the hook ${fromElsewhere(hook.name, 60)}`;
}
