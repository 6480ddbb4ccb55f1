import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { zoneOf } from "../../../platform/jobs/zone-of.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { openForm } from "../../../platform/forms/open.ts";
import type { Incident } from "../incident/record.ts";
import { actOn } from "./act-on.ts";
import { type SnoozeChoice, actionIds, snoozeChoices } from "../message/action-ids.ts";
import { alreadyOver } from "./already.ts";
import { readChoice } from "./choice.ts";
import { doneBy, pressed } from "./pressed.ts";
import { snoozeForm } from "./snooze-form.ts";
import { type SnoozeTime, momentOf } from "./snooze-time.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";

const times: Record<Exclude<SnoozeChoice, "custom">, SnoozeTime> = {
  "15m": { forMs: 15 * minuteMs },
  "1h": { forMs: hourMs },
  "4h": { forMs: 240 * minuteMs },
  tomorrow: { day: { inDays: 1 }, at: "09:00" },
};

/** “Snooze”: nobody hears of an incident for a while, unless it is over or becomes critical; anything else asks for how long. */
export const snoozeAct: Act<AlertsContext> = {
  actionId: actionIds.snooze,
  access: "operator",
  opens: ({ value }) => readChoice(value, snoozeChoices)?.choice === "custom",
  press,
};

async function press(press: Press, context: AlertsContext): Promise<Reply | undefined> {
  const read = readChoice(press.value, snoozeChoices);
  const found = await pressed(read?.incidentId ?? "", context);
  if (!read || "gone" in found) return "gone" in found ? found.gone : undefined;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  if (read.choice === "custom") return ask(press, incident, context);
  return snooze(press, incident, times[read.choice], context);
}

async function ask(press: Press, { id }: Incident, context: AlertsContext): Promise<undefined> {
  const { userId, userName, channelId, triggerId } = press;
  const asker = { workspaceId: context.workspaceId, userId, userName, channelId };
  await openForm(snoozeForm, { incidentId: id, userId }, asker, triggerId, context);
}

async function snooze(
  press: Press,
  incident: Incident,
  time: SnoozeTime,
  context: AlertsContext,
): Promise<Reply | undefined> {
  // Only a time of day goes by somebody's clocks.
  const zone = "at" in time ? await zoneOf(press, context) : "UTC";
  const until = momentOf(time, context.now(), zone ?? "UTC");
  if (!until) return undefined;
  const act = { ...doneBy(press, incident, context), act: "snooze" as const, untilMs: until.getTime() };
  await actOn(context, incident, act);
  return zone === undefined
    ? say(
        `Slack does not tell your time zone, so it is snoozed until ${slackDate(until)}, which is 9:00 UTC.`,
      )
    : undefined;
}
