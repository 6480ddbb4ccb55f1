import { actions, button } from "../../../platform/blocks/button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { type Pressed, actOn, doneBy, pressed } from "./act-on.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { actionIds, at } from "../message/status.ts";

/** What is asked before an alert is muted, for that lasts until somebody ends it. */
export function muteQuestion(found: Pressed): Reply {
  const { incident } = found;
  const muted = mutedAlready(found);
  if (muted) return muted;
  const question = `Mute ${named(found)}? Nobody is told when it fires again, until somebody ends that: ${code(`/db hook mutes ${found.hook.name}`)}.`;
  const yes = button({ text: "Mute it", actionId: actionIds.mute, value: incident.id });
  return reply(question, [section(question), actions([{ ...yes, style: "danger" }])]);
}

/** “Mute it”: nobody hears of an alert any more, until its mute is taken back at the hook. */
export const muteAct: Act<AlertsContext> = {
  actionId: actionIds.mute,
  access: "operator",
  press,
  replaces: true,
};

async function press(press: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(press.value, context);
  if ("gone" in found) return found.gone;
  const muted = mutedAlready(found);
  if (muted) return muted;
  const { incident, hook } = found;
  const { key, latest } = incident;
  const mute = { title: latest.title, userId: press.userId, at: context.now().toISOString() };
  await context.hooks.change(hook.id, (present) => ({
    ...present,
    // Defined and not set: a key comes from elsewhere, and one is called "__proto__".
    muted: Object.fromEntries([...Object.entries(present.muted), [key, mute]]),
  }));
  await actOn(context, incident, { ...doneBy(press, incident, context), act: "mute" });
  return say(`Muted: ${named(found)}. To hear of it again: ${code(`/db hook mutes ${hook.name}`)}.`);
}

function mutedAlready(found: Pressed): Reply | undefined {
  const { incident, hook } = found;
  const mute = Object.hasOwn(hook.muted, incident.key) ? hook.muted[incident.key] : undefined;
  return mute
    ? say(`${named(found)} was muted already by <@${mute.userId}> ${at(Date.parse(mute.at))}.`)
    : undefined;
}

function named({ incident, hook }: Pressed): string {
  return `“${titleFromElsewhere(incident.latest.title)}” of the hook ${fromElsewhere(hook.name, 60)}`;
}
