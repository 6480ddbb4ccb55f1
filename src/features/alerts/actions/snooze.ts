import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { openForm } from "../../../platform/forms/open.ts";
import type { Incident } from "../incident/record.ts";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { takeAction, alreadyOver, whoActs, findTarget, readChoice } from "./target.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Accepted, Form, FormField, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { type SnoozeTime, momentOf, morning, readSnoozeTime } from "./snooze-time.ts";
import * as texts from "./texts.ts";
import { titleOf } from "../message/incident-message.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { type LineButton, lineOf, readLineButton } from "../open/narrow.ts";
import { notOpen } from "../open/texts.ts";
import { actOnAll, memberOf } from "./many.ts";
import { type SnoozeChoice, actionIds, snoozeChoices } from "../message/status.ts";

const words = texts.snoozeForm;

const fields: readonly FormField[] = [
  {
    name: "until",
    label: words.until,
    help: words.untilHelp,
    input: "text",
    optional: false,
    maxLength: 60,
    placeholder: "2 h",
  },
  {
    name: "reason",
    label: words.reason,
    help: words.reasonHelp,
    input: "text",
    optional: true,
    maxLength: 300,
  },
];

/** The form that asks how long and why to snooze an incident. */
export const snoozeForm: Form<AlertsContext> = {
  name: "snooze-alert",
  access: "operator",
  title: words.title,
  submit: words.submit,
  // Only shown fields count as values, and no field shows the incident.
  begin: async (given) => ({ values: {}, facts: given }),
  fetchFacts,
  steps: [{ name: "snooze", title: words.submit, intro, sections: [{ fields }] }],
  problems: ({ values }) =>
    readSnoozeTime(textIn(values, "until")) ? [] : [{ field: "until", message: words.notRead }],
  accept,
};

/** Fetches the person's time zone, because typed times of day are in it. */
async function fetchFacts(
  about: string,
  { facts }: FormState,
  context: AlertsContext,
): Promise<Partial<FormState> | undefined> {
  if (about !== "") return undefined;
  return { facts: { timeZone: (await zoneOf({ userId: textIn(facts, "userId") }, context)) ?? "UTC" } };
}

function intro({ facts }: FormState) {
  const zone = textIn(facts, "timeZone");
  const isLine = readLineButton(textIn(facts, "pressed")).line !== undefined;
  return [section([...(isLine ? [texts.snoozeLine] : []), texts.snoozeIntro(escapeMrkdwn(zone))].join(" "))];
}

async function accept(submitted: SubmittedForm, context: AlertsContext): Promise<Accepted> {
  const { values, facts } = submitted;
  const pressed = readLineButton(textIn(facts, "pressed"));
  if (pressed.line !== undefined) return acceptAll(pressed, submitted, context);
  const found = await findTarget(textIn(facts, "incidentId"), context);
  if ("gone" in found) return refused(found.gone.text);
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return refused(refusal);
  const until = await untilOf(submitted, context);
  if ("problem" in until) return { problems: [{ field: "until", message: until.problem }] };
  await snoozeUntil(incident, { ...until, reason: textIn(values, "reason") }, submitted, context);
  // The message of the alert changes. The list doesn't.
  if (pressed.alert === undefined) return "close";
  return done(texts.snoozed(titleOf(incident), slackDate(new Date(until.untilMs))));
}

/** The same for all alerts of a line. */
async function acceptAll(
  pressed: LineButton,
  submitted: SubmittedForm,
  context: AlertsContext,
): Promise<Accepted> {
  const line = await lineOf(pressed, submitted.userId, context);
  if (!line) return refused(notOpen);
  const until = await untilOf(submitted, context);
  if ("problem" in until) return { problems: [{ field: "until", message: until.problem }] };
  const { incidents, worst } = line;
  const reason = textIn(submitted.values, "reason");
  await actOnAll({ hookId: worst.hookId }, incidents.map(memberOf), submitted, context, {
    verb: "snooze",
    ...until,
    ...(reason === "" ? {} : { reason }),
  });
  const name = titleFromElsewhere(worst.latest.alertName);
  return done(texts.snoozedAll(incidents.length, name, slackDate(new Date(until.untilMs))));
}

function done(mrkdwn: string): Accepted {
  return { view: notice(words.done, [section(mrkdwn)]) };
}

/** Stops the posts of an open incident until then, as this person wants it. */
export async function snoozeUntil(
  incident: Incident,
  { untilMs, reason = "" }: { untilMs: number; reason?: string },
  person: Pick<Interaction, "userId">,
  context: AlertsContext,
): Promise<void> {
  await takeAction(context, incident, {
    ...(await whoActs(person, context)),
    incidentId: incident.id,
    verb: "snooze",
    untilMs,
    ...(reason === "" ? {} : { reason }),
  });
}

/** How long a snooze may be. */
export const snoozeLasts = { leastMs: minuteMs, mostMs: 30 * dayMs };

async function untilOf(
  { values, facts, userId }: SubmittedForm,
  context: AlertsContext,
): Promise<{ untilMs: number } | { problem: string }> {
  const time = readSnoozeTime(textIn(values, "until"));
  const known = textIn(facts, "timeZone");
  const zone = known === "" ? await zoneOf({ userId }, context) : known;
  const until = time && momentOf(time, context.now(), zone ?? "UTC");
  if (!until) return { problem: words.notRead };
  const problem = problemOf(until, context);
  return problem === undefined ? { untilMs: until.getTime() } : { problem };
}

/** What is wrong with the end of a snooze. */
export function problemOf(until: Date, { now }: Pick<AlertsContext, "now">): string | undefined {
  const aheadMs = until.getTime() - now().getTime();
  if (aheadMs < snoozeLasts.leastMs) return words.over;
  return aheadMs > snoozeLasts.mostMs ? words.tooLong : undefined;
}

function refused(mrkdwn: string): Accepted {
  return { view: notice(words.refused, [section(mrkdwn)]) };
}

const times: Record<Exclude<SnoozeChoice, "custom">, SnoozeTime> = {
  "15m": { forMs: 15 * minuteMs },
  "1h": { forMs: hourMs },
  "4h": { forMs: 4 * hourMs },
  tomorrow: { day: "tomorrow", at: morning },
};

/**
 * “Snooze”: stops the posts of an incident for a while, unless it ends or becomes critical. “Custom…” opens the form.
 */
export const snoozeAction: Action<AlertsContext> = {
  actionId: actionIds.snooze,
  access: "operator",
  opens: ({ value }) => readChoice(value, snoozeChoices)?.choice === "custom",
  async run(interaction, context) {
    const read = readChoice(interaction.value, snoozeChoices);
    const found = await findTarget(read?.id ?? "", context);
    if ("gone" in found) return found.gone;
    if (!read) return undefined;
    const { incident } = found;
    const refusal = alreadyOver(incident);
    if (refusal !== undefined) return say(refusal);
    if (read.choice !== "custom") return snooze(interaction, incident, read.choice, context);
    const { userId, userName, channelId, triggerId } = interaction;
    const asker = { workspaceId: context.workspaceId, userId, userName, channelId };
    await openForm(snoozeForm, { incidentId: incident.id, userId }, asker, triggerId, context);
    return undefined;
  },
};

/** “Snooze” of a line of `/db alerts`: opens the form, for one alert or all of the line. */
export const snoozeLineAction: Action<AlertsContext> = {
  actionId: actionIds.snoozeLine,
  access: "operator",
  opens: () => true,
  async run({ value, userId, userName, channelId, triggerId }, context) {
    const { alert = "" } = readLineButton(value);
    const asker = { workspaceId: context.workspaceId, userId, userName, channelId };
    await openForm(snoozeForm, { incidentId: alert, pressed: value, userId }, asker, triggerId, context);
    return undefined;
  },
};

async function snooze(
  interaction: Interaction,
  incident: Incident,
  choice: Exclude<SnoozeChoice, "custom">,
  context: AlertsContext,
): Promise<Reply | undefined> {
  const { until, isInUtc } = await snoozeEnd(choice, interaction, context);
  await snoozeUntil(incident, { untilMs: until.getTime() }, interaction, context);
  return isInUtc ? say(texts.snoozedInUtc(slackDate(until))) : undefined;
}

/** The end of a snooze by a choice. In UTC if it needs the person's time zone and Slack does not give it. */
export async function snoozeEnd(
  choice: Exclude<SnoozeChoice, "custom">,
  person: Pick<Interaction, "userId">,
  context: Pick<AlertsContext, "messenger" | "log" | "now">,
): Promise<{ until: Date; isInUtc: boolean }> {
  const time = times[choice];
  if ("forMs" in time) return { until: new Date(context.now().getTime() + time.forMs), isInUtc: false };
  const zone = await zoneOf(person, context);
  const until = momentOf(time, context.now(), zone ?? "UTC");
  if (!until) throw new AppError("bug", "A choice of “Snooze” has no moment.");
  return { until, isInUtc: zone === undefined };
}
