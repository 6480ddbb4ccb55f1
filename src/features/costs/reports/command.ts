import { z } from "zod";
import {
  ReportSchedule,
  everyOf,
  isOwn,
  keptView,
  mostOwn,
  mostReports,
  reportKind,
  viewOf,
} from "./schedule.ts";
import type { KnownBlock } from "@slack/types";
import { defaultNameOf, unconnectedReply } from "../../connections/index.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions, row } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { type Reply, below, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { channel, number, shownPage } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { behindNumber, keepNumbers } from "../../../platform/ask/conversations.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { type WantedPage, pageButtons, pageOf, rangeOf } from "../../../platform/commands/paging.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { channelOfSchedule, scheduleNamed, zoneNote } from "../../../platform/jobs/schedules/schedules.ts";
import { type Trouble, troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { AppError } from "../../../lib/errors.ts";
import type { CostsContext } from "../context.ts";
import { accountOf } from "../focus/send.ts";
import { aroundCosts, from, ownId } from "../arguments.ts";
import { ReportsData, reportsData } from "./data.ts";
import { type WantedReport, every, readEvery } from "./every.ts";
import { agendaOf } from "./periods.ts";
import * as texts from "./texts.ts";

/** `/db costs schedule list page 2`. Older buttons have the number of the first one. */
const list = call({
  name: "cost_reports_list",
  title: "Cost reports",
  summary: "Lists the cost reports that are posted regularly.",
  effect: "read",
  line: ["costs schedule", "costs schedule list page {page}", "costs schedule list {from}"],
  args: z.object({
    page: shownPage.optional(),
    from: from.optional(),
  }),
  result: ReportsData,
  asks: {
    means: ["report", "report cost", "schedule report"],
    around: "cost list post schedule time people create set",
    says: ["Cost reports"],
  },
  async run(wanted, context: CostsContext, asker) {
    const reports = await reportsFor(asker, context);
    return {
      data: async () => reportsData(reports, context.now(), await troublesOf(reportKind, reports, context)),
      draw: () => reportsReply(reports, wanted, asker, context),
    };
  },
});

/** `/db costs schedule weekly 9am #finance by metric Europe/Berlin`, or `/db costs focus monthly #finance`. */
const set = call({
  name: "cost_reports_set",
  title: "Schedule a cost report",
  summary: "Posts a cost report in a channel regularly.",
  effect: "change",
  line: ["costs schedule {every} {channel}", "costs {channel} focus {every}"],
  missing: { every: `${texts.howOften(undefined)} ${texts.example}` },
  args: z.object({ every, channel: channel.optional() }),
  asks: {
    means: ["report {every}", "cost post|schedule|want|set {every}", "cost report {every}"],
    around: `${aroundCosts} cost post schedule want report service set people create focus`,
    says: ["Post costs {every}", " in {channel}"],
  },
  run: async (wanted, context: CostsContext, asker) =>
    (await unconnectedReply(context)) ?? addReport(readEvery(wanted.every), wanted.channel, context, asker),
});

const stopLine = (word: string) => `costs schedule ${word} {number|id}`;

/** `/db costs schedule stop 1`. */
const stop = call({
  name: "cost_reports_stop",
  title: "Stop a cost report",
  summary: "Stops a cost report by its number in the list.",
  effect: "change",
  line: [stopLine("stop"), stopLine("remove"), stopLine("delete"), stopLine("cancel")],
  args: z.object({
    number: number.describe("Its number in the list").optional(),
    id: ownId.optional(),
  }),
  asks: {
    means: ["end report", "delete report"],
    around: "cost post schedule people service want time end delete",
    listsAlone: true,
    says: ["Stop cost report {number}"],
  },
  async pin({ number: of }, context: CostsContext) {
    if (of === undefined) return undefined;
    const report = find(String(of), (await context.schedules.list(ReportSchedule)).filter(isOfChannel));
    const which = texts.schedule(report).replace(/\.$/, "");
    return { args: { id: report.id }, shown: { number: `${of} (${which})` } };
  },
  run: (wanted, context: CostsContext, asker) =>
    stopReport(wanted.id ?? wanted.number?.toString() ?? "", context, asker),
});

/** `/db costs schedule …`: lists, adds and stops cost reports in channels. */
export const reportCalls = [list, set, stop] as const;

const isOfChannel = (report: ReportSchedule) => !isOwn(report);

/** The reports that a person may see: those in channels, and then their own. So each has the same number for everyone. */
export async function reportsFor(
  { userId }: Pick<Asker, "userId">,
  { schedules }: CostsContext,
): Promise<ReportSchedule[]> {
  const all = await schedules.list(ReportSchedule);
  return [...all.filter(isOfChannel), ...all.filter(({ channelId }) => channelId === userId)];
}

/**
 * Adds a cost report, or changes the one that its channel has. The person's own id as the channel stands for their direct
 * messages. Replies when the next one comes.
 */
export async function addReport(
  said: WantedReport,
  inChannel: string | undefined,
  context: CostsContext,
  asker: Asker,
): Promise<Reply> {
  const { channelId, notes } =
    inChannel === asker.userId
      ? { channelId: inChannel, notes: [] }
      : await channelOfSchedule(inChannel, context, asker);
  const reports = await context.schedules.list(ReportSchedule);
  const connection = await defaultNameOf(context.connections);
  const target = { every: said.every, channelId, connection, focus: said.focus };
  if (said.focus) await accountOf(connection, context);
  const same = reports.find((one) => isSame(one, target));
  if (same) return changeReport(same, said, context, { ...asker, notes });
  refuseTooMany(channelId, reports);

  const zone = said.timeZone === undefined ? await zoneOf(asker, context) : undefined;
  const schedule: ReportSchedule = {
    ...target,
    on: said.on,
    kind: "report",
    id: context.newId(),
    createdBy: asker.userId,
    createdAt: context.now().toISOString(),
    at: said.at ?? "09:00",
    ...keptView(said.by ?? "service"),
    timeZone: said.timeZone ?? zone ?? "UTC",
    ...(said.isPage && { isPage: true }),
    state: {},
  };
  await addSchedule(reportKind, schedule, context);
  const kept = await keepOne(schedule, context);
  return answer(texts.scheduled(texts.schedule(kept)), kept, context, [...zoneNote(said, zone), ...notes]);
}

function refuseTooMany(channelId: string, reports: readonly ReportSchedule[]): void {
  const own = reports.filter(isOwn);
  if (!isOwn({ channelId })) {
    if (reports.length - own.length >= mostReports) throw new AppError("user", texts.tooMany(mostReports));
    return;
  }
  const ofPerson = own.filter((each) => each.channelId === channelId).length;
  if (ofPerson >= mostOwn.each) throw new AppError("user", texts.tooManyOwn(mostOwn.each));
  if (own.length >= mostOwn.together) throw new AppError("user", texts.tooManyOfAll(mostOwn.together));
}

function isSame(
  schedule: ReportSchedule,
  {
    every,
    channelId,
    connection,
    focus,
  }: Pick<ReportSchedule, "every" | "channelId" | "connection" | "focus">,
): boolean {
  const isSamePlace = schedule.channelId === channelId && schedule.connection === connection;
  // A file may come beside another report.
  return isSamePlace && schedule.every === every && Boolean(schedule.focus) === Boolean(focus);
}

/** Changes only what was said. */
async function changeReport(
  schedule: ReportSchedule,
  {
    on = schedule.on,
    at = schedule.at,
    by = viewOf(schedule),
    timeZone = schedule.timeZone,
    isPage = false,
    focus,
  }: WantedReport,
  context: CostsContext,
  { userId, notes }: Pick<Asker, "userId"> & { notes: string[] },
): Promise<Reply> {
  const isKept = [
    schedule.on === on,
    schedule.at === at,
    viewOf(schedule) === by,
    schedule.timeZone === timeZone,
    (schedule.isPage ?? false) === isPage,
    schedule.focus === focus,
  ];
  if (isKept.every(Boolean))
    return answer(texts.alreadyScheduled(texts.schedule(schedule)), schedule, context, notes);
  const change = (one: ReportSchedule): ReportSchedule => ({
    ...one,
    on,
    at,
    ...keptView(by),
    timeZone,
    isPage: isPage || undefined,
    focus,
    createdBy: userId,
  });
  const changed = await changeSchedule(reportKind, schedule, context, change);
  if (!changed) throw new AppError("conflict", texts.justStopped);
  return answer(texts.changed(texts.schedule(changed)), changed, context, notes);
}

/** If a double click added several reports at once, the oldest one stays. */
async function keepOne(schedule: ReportSchedule, context: CostsContext): Promise<ReportSchedule> {
  const reports = await context.schedules.list(ReportSchedule);
  const [kept = schedule, ...others] = reports.filter((one) => isSame(one, schedule));
  // Another process may have added one without seeing this one, which is older.
  for (const other of others) await removeSchedule(reportKind, other, context);
  return kept;
}

function answer(
  headline: string,
  schedule: ReportSchedule,
  { now }: CostsContext,
  notes: readonly string[],
): Reply {
  const text = `${headline}\n${formatNext(schedule, now())}`;
  const small = [...notes, texts.daysInUtc].join(" ");
  return reply(`${text}\n${small}`, [
    section(text),
    smallPrint(small),
    actions([commandButton(texts.buttons.all, { call: "cost_reports_list" }), stopButton(schedule)]),
  ]);
}

const pageSize = 10;
const numbers = "reports";

/** A page of the workspace's reports, numbered by age. */
async function reportsReply(
  reports: readonly ReportSchedule[],
  wanted: WantedPage,
  { userId }: Asker,
  context: CostsContext,
): Promise<Reply> {
  const page = pageOf(reports, wanted, pageSize);
  const troubles = await troublesOf(reportKind, page.items, context);
  await keepNumbers(numbers, { ids: page.items.map(({ id }) => id), first: page.first }, userId, context);
  if (reports.length === 0) return say(`${texts.none} ${texts.howToAdd}`);
  const now = context.now();
  const range = rangeOf(page);
  const headline = texts.listed(reports.length, range ? texts.page(range.first, range.last) : "");
  const entries = page.items.map((report, index) => ({
    report,
    text: entry(report, page.first + index, now, troubles.get(report.id)),
  }));
  const [first] = reports;
  const hint = first && isOwn(first) ? texts.stopOwnHint : texts.stopHint;
  return reply([headline, ...entries.map(({ text }) => text), hint].join("\n"), [
    section(headline),
    ...entries.map(({ report, text }): KnownBlock => ({ ...section(text), accessory: stopButton(report) })),
    ...row(
      pageButtons(page, (number) => ({ call: "cost_reports_list", args: { page: number } }), [
        texts.buttons.earlier,
        texts.buttons.more,
      ]),
    ),
    smallPrint(hint),
  ]);
}

function entry(report: ReportSchedule, number: number, now: Date, trouble: Trouble | undefined): string {
  const requested = texts.requestedBy(report.createdBy);
  const next = trouble?.isUnfit ? requested : `${formatNext(report, now)} ${requested}`;
  return [`*${number}.* ${texts.schedule(report)}`, next, ...(trouble ? [trouble.line] : [])].join("\n");
}

/** Stops a report by its number in the list, or by its id as its button does. Without either, it asks which. */
async function stopReport(typed: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const reports = await reportsFor(asker, context);
  if (typed === "" && reports.length > 0)
    return below(texts.stopWhich, await reportsReply(reports, {}, asker, context));
  const which = await behindNumber(numbers, typed, asker.userId, context);
  const report = find(which, reports);
  await removeSchedule(reportKind, report, context);
  return stoppedReply([report]);
}

/** Says which reports were stopped, with a button that sets the first again. */
export function stoppedReply(stopped: readonly [ReportSchedule, ...ReportSchedule[]]): Reply {
  const text = stopped.map(texts.stopped).join("\n");
  const [{ channelId: channel, ...report }] = stopped;
  const again = isOwn({ channelId: channel })
    ? { call: "cost_reports_mine_set", args: { every: everyOf(report) } }
    : { call: "cost_reports_set", args: { every: everyOf(report), channel } };
  return reply(text, [section(text), actions([commandButton(texts.buttons.again, again)])]);
}

function find(which: string, reports: readonly ReportSchedule[]): ReportSchedule {
  const found = scheduleNamed(which, reports);
  if (found) return found;
  const count = reports.length;
  if (count === 0) throw new AppError("missing", texts.noneToStop);
  const isNumber = /^\d{1,4}$/.test(which);
  throw new AppError("missing", isNumber ? texts.noSuchNumber(which, count) : texts.alreadyStopped(count));
}

/** When the next report comes and which days it has, as a sentence. */
function formatNext(schedule: ReportSchedule, now: Date): string {
  const { due, next } = agendaOf(schedule, now);
  const [overdue] = due;
  return overdue ? texts.overdue(overdue) : texts.next(schedule.timeZone, next.due, next);
}

/** Stops a report, after a question if a whole channel reads it. */
function stopButton(schedule: ReportSchedule) {
  if (isOwn(schedule))
    return commandButton(texts.buttons.stop, { call: "cost_reports_mine_stop", args: { id: schedule.id } });
  return commandButtonAfter(texts.stopQuestion(schedule), texts.buttons.stop, {
    call: "cost_reports_stop",
    args: { id: schedule.id },
    yes: true,
  });
}
