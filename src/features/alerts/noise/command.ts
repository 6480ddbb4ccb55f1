import type { ActionsBlockElement } from "@slack/types";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { type Answer } from "../../../platform/commands/command.ts";
import { withoutData } from "../../../platform/commands/found.ts";
import type { Asker } from "../../../platform/context.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { channelOfSchedule, zoneNote } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { AppError } from "../../../lib/errors.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { foldName, formatList } from "../../../lib/text.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import type { AlertsContext } from "../context.ts";
import { hookIn } from "../hooks/parts.ts";
import type { Hook } from "../hooks/record.ts";
import { fromElsewhere } from "../message/notes.ts";
import * as openTexts from "../open/texts.ts";
import { noiseData } from "./data.ts";
import { type NoiseWords, readNoiseWords } from "./read-words.ts";
import { noiseReply } from "./reply.ts";
import { noiseReport } from "./report.ts";
import { NoiseSchedule, mostReports, noiseKind } from "./schedule.ts";
import * as texts from "./texts.ts";
import { weekOf } from "./week.ts";

/** `/db alerts noise …`: the noise report of this week or the last one, and the weekly report of a channel. */
export async function noise(words: string, context: AlertsContext, asker: Asker): Promise<Answer> {
  const said = readNoiseWords(words);
  const hook = said.hook === "" ? undefined : await hookNamed(said.hook, context);
  switch (said.what) {
    case "show":
      return show(said.weeks, hook, context, asker);
    case "weekly":
      return turnOn(said, hook, context, asker);
    case "off":
      return turnOff(said.channelId, hook, context, asker);
  }
}

async function hookNamed(words: string, context: AlertsContext): Promise<Hook> {
  const { hook, rest } = await hookIn(words, context);
  if (rest.trim() !== "") throw new AppError("user", texts.notRead(rest.trim()));
  return hook;
}

async function show(
  weeks: 0 | -1,
  hook: Hook | undefined,
  context: AlertsContext,
  asker: Asker,
): Promise<Answer> {
  const { hooks, schedules, now } = context;
  const [all, weekly, zone = "UTC"] = await Promise.all([
    hooks.list(),
    schedules.list(NoiseSchedule),
    zoneOf(asker, context),
  ]);
  if (all.length === 0)
    return withoutData(say(openTexts.noHooks, [commandButton(openTexts.createHook, "alerts hooks create")]));
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
  const about = hook ? `alerts noise ${hook.id}` : "alerts noise";
  const isWeekly = weekly.some((one) => isSame(one, channelId, hook));
  return [
    ...(weeks === 0 ? [commandButton(texts.buttons.lastWeek, `${about} last week`)] : []),
    ...(channelId === undefined || isWeekly ? [] : [commandButton(texts.buttons.weekly, `${about} weekly`)]),
  ];
}

function isSame(schedule: NoiseSchedule, channelId: string | undefined, hook: Hook | undefined): boolean {
  return schedule.channelId === channelId && foldName(schedule.hookName) === foldName(hook?.name);
}

/** Turns a channel's weekly report on, or changes its zone. */
async function turnOn(
  { channelId: named, timeZone }: Extract<NoiseWords, { what: "weekly" }>,
  hook: Hook | undefined,
  context: AlertsContext,
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
  const off = `alerts noise ${hook ? `${hook.id} ` : ""}off <#${channelId}>`;
  return say(lines.join(" "), [
    commandButton(texts.buttons.all, hook ? `alerts noise ${hook.id}` : "alerts noise"),
    commandButton(texts.buttons.stop, off),
  ]);
}

/** Turns the weekly reports of a channel off, or the one about a hook. */
async function turnOff(
  named: string | undefined,
  hook: Hook | undefined,
  context: AlertsContext,
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
