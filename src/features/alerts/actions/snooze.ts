import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { openForm } from "../../../platform/forms/open.ts";
import type { Incident } from "../incident/record.ts";
import { dayMs, hourMs, minuteMs, readDurationMs } from "../../../lib/duration.ts";
import { takeAction, alreadyOver, whoActs, findTarget, readChoice } from "./target.ts";
import { type Day, addDays, dayOf, weekdayOf } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Accepted, Form, FormField, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import * as texts from "./texts.ts";
import { type SnoozeChoice, actionIds, snoozeChoices } from "../message/status.ts";

/** The end of a snooze as typed: a duration, or a time of day. Without a day, it is the next such time. */
type SnoozeTime = { forMs: number } | { at: string; day?: string | undefined };

const clock = /^(?:at )?(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?$/;
const dayWords =
  /^(today|tomorrow|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|\d{4}-\d\d-\d\d)(?:[ ,t]+|$)/;
const morning = "09:00";

/**
 * Reads "90 min", "1 h 30 m", "14:30", "tomorrow 9:00", "monday" or "2026-11-24 09:00". Undefined for anything else.
 */
export function readSnoozeTime(words: string): SnoozeTime | undefined {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^(?:for|until|till) /, "");
  const forMs = readDurationMs(text);
  return forMs === undefined ? readMoment(text) : { forMs };
}

function readMoment(text: string): SnoozeTime | undefined {
  const [begin = "", day] = dayWords.exec(text) ?? [];
  const rest = text.slice(begin.length);
  if (rest === "") return day === undefined ? undefined : { day, at: morning };
  // A number alone could mean hours or minutes.
  const at = day === undefined && /^\d+$/.test(rest) ? undefined : readClock(rest);
  return at === undefined ? undefined : { day, at };
}

/** Reads "9", "9:30", "9 pm" and "21.30" as "HH:MM". Undefined for an impossible time. */
function readClock(text: string): string | undefined {
  const [, hours, minutes = "00", half] = clock.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "pm" ? 12 : 0);
  const isShown = hour < 24 && Number(minutes) < 60 && (half === undefined || Number(hours) <= 12);
  return isShown ? `${String(hour).padStart(2, "0")}:${minutes}` : undefined;
}

/** The moment of a typed time in a time zone. Undefined if the day does not exist. */
export function momentOf(time: SnoozeTime, now: Date, timeZone: string): Date | undefined {
  if ("forMs" in time) return new Date(now.getTime() + time.forMs);
  const { day, at } = time;
  const today = localDay(now, timeZone);
  const first = localTime(today, at, timeZone);
  if (day === undefined) return first > now ? first : localTime(addDays(today, 1), at, timeZone);
  const named = dayOn(day, today);
  return named === undefined ? undefined : localTime(named, at, timeZone);
}

/** The day of a word such as "tomorrow", "monday" or "2026-11-24". Undefined for an impossible date. */
function dayOn(word: string, today: Day): Day | undefined {
  if (word === "today") return today;
  if (word === "tomorrow") return addDays(today, 1);
  if (/^\d/.test(word)) {
    const [year = 0, month = 0, date = 0] = word.split("-").map(Number);
    return dayOf(year, month, date);
  }
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => addDays(today, count));
  return days.find((day) => weekdayOf(day).toLowerCase().startsWith(word.slice(0, 3)));
}

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
  return [section(texts.snoozeIntro(escapeMrkdwn(zone)))];
}

async function accept(submitted: SubmittedForm, context: AlertsContext): Promise<Accepted> {
  const { values, facts } = submitted;
  const found = await findTarget(textIn(facts, "incidentId"), context);
  if ("gone" in found) return refused(found.gone.text);
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return refused(refusal);
  const until = await untilOf(submitted, context);
  if ("problem" in until) return { problems: [{ field: "until", message: until.problem }] };
  const reason = textIn(values, "reason");
  await takeAction(context, incident, {
    ...(await whoActs(submitted, context)),
    incidentId: incident.id,
    verb: "snooze",
    untilMs: until.untilMs,
    ...(reason === "" ? {} : { reason }),
  });
  return "close";
}

const mostMs = 30 * dayMs;

async function untilOf(
  { values, facts, userId }: SubmittedForm,
  context: AlertsContext,
): Promise<{ untilMs: number } | { problem: string }> {
  const time = readSnoozeTime(textIn(values, "until"));
  const known = textIn(facts, "timeZone");
  const zone = known === "" ? await zoneOf({ userId }, context) : known;
  const until = time && momentOf(time, context.now(), zone ?? "UTC");
  if (!until) return { problem: words.notRead };
  const aheadMs = until.getTime() - context.now().getTime();
  if (aheadMs < minuteMs) return { problem: words.over };
  if (aheadMs > mostMs) return { problem: words.tooLong };
  return { untilMs: until.getTime() };
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

async function snooze(
  interaction: Interaction,
  incident: Incident,
  choice: Exclude<SnoozeChoice, "custom">,
  context: AlertsContext,
): Promise<Reply | undefined> {
  const { until, isInUtc } = await snoozeEnd(choice, interaction, context);
  await takeAction(context, incident, {
    ...(await whoActs(interaction, context)),
    incidentId: incident.id,
    verb: "snooze",
    untilMs: until.getTime(),
  });
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
