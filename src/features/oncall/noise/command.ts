import { createHook, noHooks, findHook, fromElsewhere, type Hook } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { localClock } from "../../../lib/time.ts";
import { humanDays, weekdayOf } from "../../../lib/day.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import type { ActionsBlockElement } from "@slack/types";
import { z } from "zod";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { channel, hook } from "../../../platform/commands/arguments.ts";
import { argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { type Answer, withoutData } from "../../../platform/commands/found.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { channelOfSchedule, zoneNote } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { AppError } from "../../../lib/errors.ts";
import { textOf, timeZone, unfitText } from "../../../lib/kinds.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import { foldName, formatList, plural, truncate } from "../../../lib/text.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { NoiseData, noiseData, noiseReport, weekOf, zoneName } from "./report.ts";
import { noiseReply } from "./reply.ts";
import { mostReports, noiseKind, NoiseSchedule } from "./schedule.ts";

const about = (hook: string | undefined) => (hook === undefined ? "all hooks" : `the hook ${hook}`);
/** What people read, in mrkdwn unless noted. Arguments are escaped. */
const texts = {
  buttons: {
    lastWeek: "Last week",
    weekly: "Post it here on Mondays",
    stop: "Stop",
    all: "Noise report",
  },
  weeklyIn: (places: string) => `This report also comes on Mondays ${places}.`,
  weeklyPlace: (channel: { channelId: string }, hook: string | undefined) =>
    hook === undefined ? formatChannel(channel) : `${formatChannel(channel)} (hook ${hook})`,
  scheduled: (channel: { channelId: string }, hook: string | undefined, zone: string) =>
    `The noise report of ${about(hook)} comes every Monday at 9:00 (${zoneName(zone)}) ${formatChannel(channel)}, about the week before.`,
  next: (due: Date, zone: string) => {
    const { day, at } = localClock(due, zone);
    return `The next one: ${weekdayOf(day)} ${humanDays(day, day)} at ${at}.`;
  },
  stopped: (channel: { channelId: string }, count: number) =>
    count === 1
      ? `Stopped the weekly noise report ${formatChannel(channel)}.`
      : `Stopped ${plural(count, "weekly noise report")} ${formatChannel(channel)}.`,
  /** Plain text, in an error. */
  noneToStop: "No weekly noise report comes in that channel.",
  tooMany: (most: number) => `There are ${most} weekly noise reports already. Stop one first.`,
  notRead: (words: string) =>
    `I can't read “${words}”. Use \`/db alerts noise\`, \`/db alerts noise checkout last week\`, \`/db alerts noise weekly #alerts\` or \`/db alerts noise off #alerts\`.`,
  notAZone: (words: string, hint: string) => `“${words}” isn't a time zone I know. ${hint}`,
};

/** The week that is asked for. The present one may be said too. */
const week = argument(
  {
    slot: { isOne: true, parts: [[/\b(?:last|previous|past) week\b/i, "last week"]] },
    take(words) {
      const [, rest = "", which] = /^(?:(.*?)\s+)?(?:of\s+|for\s+)?(last|this) week$/i.exec(words) ?? [];
      if (which === undefined) return undefined;
      return { value: which.toLowerCase() === "last" ? "last week" : undefined, rest };
    },
    write: String,
  },
  z.enum(["last week"]),
).describe("By default, the present week");

const behindGap = new RegExp(`^(.*${gap}) ([^${gap}]+)$`);

/** A time zone, behind the word that says that it is weekly. */
const zone = argument(
  {
    isForPeople: true,
    take(words) {
      const [, rest = "", typed] = behindGap.exec(words) ?? [];
      if (typed === undefined) return undefined;
      const found = findZone(typed);
      if ("zone" in found) return { value: found.zone, rest };
      throw new AppError("user", texts.notAZone(truncate(typed, 40), zoneHint(found.nearestName)));
    },
    write: String,
  },
  textOf(timeZone),
).describe("The time zone of its Mondays, such as Europe/Berlin");

/** `/db alerts noise checkout last week`: what fired by rule, and what no one acted on. */
const show = call({
  name: "alerts_noise",
  title: "Noise of alerts",
  summary: "Counts by rule what fired in a week, and what no one acted on.",
  effect: "read",
  line: "alerts noise {hook} {week}",
  args: z.object({ hook: hook.optional(), week: week.optional() }),
  result: NoiseData,
  asks: {
    means: ["noise", "noise alert"],
    around: "alert rule hook list report ranking time",
    says: ["The noise report", " of {hook}", ", {week}"],
  },
  run: async ({ hook: named, week: wanted }, context: OncallContext, asker) =>
    showNoise(wanted === undefined ? 0 : -1, await hookNamed(named, context), context, asker),
});

/** `/db alerts noise checkout weekly #alerts Europe/Berlin`: posts the report in a channel every Monday. */
const weekly = call({
  name: "alerts_noise_weekly",
  title: "Noise report on Mondays",
  summary: "Posts the noise report in a channel every Monday.",
  effect: "change",
  line: "alerts noise {hook} [weekly|every week|every monday|every mondays|on monday|on mondays] {channel} {zone}",
  args: z.object({ hook: hook.optional(), channel: channel.optional(), zone: zone.optional() }),
  asks: {
    means: ["noise schedule", "noise report schedule {channel}"],
    around: "alert report post schedule hook want",
    says: ["Post the noise report on Mondays", " of {hook}", " in {channel}"],
  },
  run: async ({ hook: named, ...wanted }, context: OncallContext, asker) =>
    turnOn(wanted, await hookNamed(named, context), context, asker),
});

/** `/db alerts noise checkout off #alerts`: stops that. */
const off = call({
  name: "alerts_noise_off",
  title: "Stop the noise report",
  summary: "Stops the noise report that comes in a channel every Monday.",
  effect: "change",
  line: "alerts noise {hook} [off|stop] {channel}",
  args: z.object({ hook: hook.optional(), channel: channel.optional() }),
  asks: {
    means: ["end noise"],
    around: "report post alert hook schedule",
    says: ["Stop the weekly noise report", " of {hook}", " in {channel}"],
  },
  run: async ({ hook: named, channel: where }, context: OncallContext, asker) =>
    turnOff(where, await hookNamed(named, context), context, asker),
});

/** What can be asked for about the noise of alerts. */
export const noiseCalls = [show, weekly, off] as const;

async function hookNamed(words: string | undefined, context: OncallContext): Promise<Hook | undefined> {
  return words === undefined ? undefined : findHook(words, context, texts.notRead);
}

async function showNoise(
  weeks: 0 | -1,
  hook: Hook | undefined,
  context: OncallContext,
  asker: Asker,
): Promise<Answer> {
  const { hooks, schedules, now } = context;
  const [all, weekly, zone = "UTC"] = await Promise.all([
    hooks.list(),
    schedules.list(NoiseSchedule),
    zoneOf(asker, context),
  ]);
  if (all.length === 0)
    return withoutData(say(noHooks, [commandButton(createHook, { call: "hooks_create" })]));
  const report = await noiseReport(context, weekOf(now(), zone, weeks), hook);
  const troubles = await troublesOf(noiseKind, weekly, context);
  const notes = [
    ...(weekly.length === 0 ? [] : [texts.weeklyIn(placesOf(weekly))]),
    ...weekly.flatMap((one) => {
      const trouble = troubles.get(one.id);
      return trouble ? [`${placesOf([one])}: ${trouble.line}`] : [];
    }),
  ];
  return {
    data: async () => noiseData(report),
    draw: () =>
      noiseReply(report, { now: now(), notes, buttons: buttonsOf(weeks, hook, weekly, asker) }, context),
  };
}

function placesOf(weekly: readonly NoiseSchedule[]): string {
  return formatList(
    weekly.map(({ channelId, hookName }) =>
      texts.weeklyPlace({ channelId }, hookName && fromElsewhere(hookName, 60)),
    ),
  );
}

function buttonsOf(
  weeks: 0 | -1,
  hook: Hook | undefined,
  weekly: readonly NoiseSchedule[],
  { channelId }: Asker,
): ActionsBlockElement[] {
  const isWeekly = weekly.some((one) => isSame(one, channelId, hook));
  return [
    ...(weeks === 0
      ? [
          commandButton(texts.buttons.lastWeek, {
            call: "alerts_noise",
            args: { hook: hook?.id, week: "last week" },
          }),
        ]
      : []),
    ...(channelId === undefined || isWeekly
      ? []
      : [commandButton(texts.buttons.weekly, { call: "alerts_noise_weekly", args: { hook: hook?.id } })]),
  ];
}

function isSame(schedule: NoiseSchedule, channelId: string | undefined, hook: Hook | undefined): boolean {
  return schedule.channelId === channelId && foldName(schedule.hookName) === foldName(hook?.name);
}

/** Turns a channel's weekly report on, or changes its zone. */
async function turnOn(
  { channel: named, zone: timeZone }: { channel?: string | undefined; zone?: string | undefined },
  hook: Hook | undefined,
  context: OncallContext,
  asker: Asker,
): Promise<Reply> {
  const { channelId, notes } = await channelOfSchedule(named, context, asker);
  const own = timeZone === undefined ? await zoneOf(asker, context) : undefined;
  const all = await context.schedules.list(NoiseSchedule);
  const present = all.find((one) => isSame(one, channelId, hook));
  const isFit = present && unfitText(NoiseSchedule, present) === undefined;
  const zone = timeZone ?? (isFit ? present.timeZone : own) ?? "UTC";
  const now = context.now();
  if (present && present.timeZone !== zone)
    await changeSchedule(noiseKind, present, context, (one) => ({ ...one, timeZone: zone }));
  if (!present) {
    if (all.length >= mostReports) throw new AppError("user", texts.tooMany(mostReports));
    const schedule: NoiseSchedule = {
      kind: "noise",
      // A second click at the same time adds none.
      id: ["noise", channelId, ...(hook ? [hook.id] : [])].join("-"),
      channelId,
      connection: "",
      createdBy: asker.userId,
      createdAt: now.toISOString(),
      ...(hook && { hookName: hook.name }),
      timeZone: zone,
      state: {},
    };
    await addSchedule(noiseKind, schedule, context);
  }
  const name = hook && fromElsewhere(hook.name, 60);
  const lines = [
    texts.scheduled({ channelId }, name, zone),
    texts.next(mondaysAround(now, zone).next, zone),
    ...(present ? [] : zoneNote({ ...(timeZone !== undefined && { timeZone }) }, own)),
    ...notes,
  ];
  return say(lines.join(" "), [
    commandButton(texts.buttons.all, { call: "alerts_noise", args: { hook: hook?.id } }),
    commandButton(texts.buttons.stop, {
      call: "alerts_noise_off",
      args: { hook: hook?.id, channel: channelId },
    }),
  ]);
}

/** Turns the weekly reports of a channel off, or the one about a hook. */
async function turnOff(
  named: string | undefined,
  hook: Hook | undefined,
  context: OncallContext,
  asker: Asker,
): Promise<Reply> {
  const channelId = named ?? asker.channelId;
  const all = await context.schedules.list(NoiseSchedule);
  const wanted = all.filter(
    (one) => one.channelId === channelId && (!hook || foldName(one.hookName) === foldName(hook.name)),
  );
  if (channelId === undefined || wanted.length === 0) throw new AppError("missing", texts.noneToStop);
  for (const one of wanted) await removeSchedule(noiseKind, one, context);
  return say(texts.stopped({ channelId }, wanted.length));
}
