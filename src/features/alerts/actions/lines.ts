import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { button } from "../../../platform/blocks/button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { answerView } from "../../../platform/slack/interactions/modal-answer.ts";
import type { AlertsContext } from "../context.ts";
import { titleOf } from "../message/incident-message.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds } from "../message/status.ts";
import { buttons } from "../message/texts.ts";
import { type LineButton, lineOf, readLineButton } from "../open/narrow.ts";
import type { Taken } from "../open/wanted.ts";
import { type OpenLine, formatLines, openIncidents } from "../open/open-incidents.ts";
import * as texts from "../open/texts.ts";
import * as stormTexts from "../storm/texts.ts";
import { actOn } from "./acknowledge.ts";
import { actOnAll, memberOf } from "./many.ts";
import { findTarget } from "./target.ts";
import { acknowledged } from "./texts.ts";

/** “Acknowledge” of a line of `/db alerts`: takes what fires of it, and shows the list as it is then. */
export const acknowledgeLineAction: Action<AlertsContext> = {
  actionId: actionIds.acknowledgeLine,
  access: "operator",
  replaces: true,
  async run(interaction, context) {
    const pressed = readLineButton(interaction.value);
    const taken = await acknowledge(pressed, interaction, context);
    const { page, only, service } = pressed;
    return context.openAlerts({ page, only, service }, interaction, taken);
  },
};

async function acknowledge(pressed: LineButton, person: Interaction, context: AlertsContext): Promise<Taken> {
  const none = { ids: new Set<string>() };
  if (pressed.alert !== undefined) {
    const found = await findTarget(pressed.alert, context);
    if ("gone" in found) return { ...none, text: found.gone.text };
    const refused = await actOn("acknowledge", found.incident, person, context);
    if (refused) return { ...none, text: refused.refusal.text };
    return { ids: new Set([pressed.alert]), text: acknowledged(titleOf(found.incident)) };
  }
  const line = await lineOf(pressed, person.userId, context);
  if (line?.group !== "firing") return { ...none, text: texts.notFiring };
  const { incidents, worst } = line;
  await actOnAll({ hookId: worst.hookId }, incidents.map(memberOf), person, context, {
    verb: "acknowledge",
  });
  return { ids: new Set(incidents.map(({ id }) => id)), text: stormTexts.acknowledged(incidents.length) };
}

const mostShown = 40;

/** “Open” of a line of several alerts: each of them, with its details. */
export const openLineAction: Action<AlertsContext> = {
  actionId: actionIds.openLine,
  access: "viewer",
  opens: () => true,
  async run({ value, userId, triggerId, channelId }, context) {
    const line = await lineOf(readLineButton(value), userId, context);
    if (!line) return say(texts.notOpen);
    const view = answerView(await lineReply(line, context), { title: texts.lineTitle, channelId });
    await context.messenger.openModal(triggerId, view);
    return undefined;
  },
};

async function lineReply({ worst, incidents, ...line }: OpenLine, context: AlertsContext): Promise<Reply> {
  const shown = incidents.slice(0, mostShown);
  const each = shown.map((incident) => ({ ...line, worst: incident, incidents: [incident] }));
  const lines = await formatLines(each, await openIncidents(context, 1), context);
  const title = texts.ofRule(incidents.length, titleFromElsewhere(worst.latest.alertName));
  return reply(title, [
    section(title),
    ...lines.map((text, index) => ({
      ...section(text),
      accessory: button({
        text: buttons.details,
        actionId: actionIds.details,
        value: shown[index]?.id ?? "",
      }),
    })),
    ...(incidents.length > mostShown ? [smallPrint(texts.moreOfRule(incidents.length - mostShown))] : []),
  ]);
}
