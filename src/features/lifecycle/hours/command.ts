import { z } from "zod";
import { type KnownService, unconnectedReply } from "../../connections/index.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { foldName } from "../../../lib/text.ts";
import { isMade } from "../changes/compare.ts";
import { outcomes } from "../changes/texts.ts";
import { hourMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { type Found, command } from "../../../platform/commands/command.ts";
import type { Asker } from "../../../platform/context.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { wakeSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { isWithin, nextEdge, nextStop, wokenUntil } from "./edges.ts";
import { type HoursData, entries } from "./entries.ts";
import { type HoursWords, readHoursWords } from "./read-words.ts";
import { HoursSchedule, hoursId, hoursKind } from "./schedule.ts";
import * as texts from "./texts.ts";

/** `/db services hours [service] [08:00-19:00 Mon-Fri [zone] | off]`: when services run. */
export const hoursCommand = command({
  name: "hours",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.summary,
  usage: "[<service> [08:00-19:00 [Mon-Fri] [zone] | off]]",
  examples: [
    "/db services hours",
    "/db services hours orders prod 08:00-19:00 Mon-Fri Europe/Berlin",
    "/db services hours orders prod off",
  ],
  details: texts.details,
  args: z.string().transform((words, issues): HoursWords => {
    try {
      return readHoursWords(words);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issues.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  }),
  entries: [entries.show, entries.set, entries.off],
  calls: ({ what }) => entries[what],
  async run(words, context: LifecycleContext, asker) {
    const first = await unconnectedReply(context);
    if (first) return first;
    if (words.what === "show")
      return show(words.name === "" ? undefined : await context.services.find(words.name), context);
    if (words.name === "") throw new AppError("user", texts.which);
    const service = await context.services.find(words.name);
    return words.what === "off" ? end(service, context) : set(service, words, context, asker);
  },
});

/** `/db services wake <service> [longer]`: starts it for 2 hours, or keeps it for 2 more. */
export const wakeCommand = command({
  name: "wake",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.wakeSummary,
  usage: "<service> [longer]",
  examples: ["/db services wake orders prod", "/db services wake orders prod longer"],
  args: z.string().trim(),
  entries: [entries.wake],
  async run(words, context: LifecycleContext, asker) {
    if (words === "") throw new AppError("user", texts.which2);
    const known = await context.services.list();
    const [, longer] = /^(.*\S)\s+longer$/i.exec(words) ?? [];
    const isLonger = longer !== undefined && !known.some(({ name }) => foldName(name) === foldName(words));
    return wake(await context.services.find(isLonger ? longer : words), isLonger, context, asker);
  },
});

/** A later click wakes it for longer. */
async function setWoken(present: HoursSchedule, until: Date, context: LifecycleContext): Promise<void> {
  const changed = await context.schedules.change(present, (latest) => ({
    ...latest,
    state: { ...latest.state, wokenUntil: until.toISOString() },
  }));
  if (changed) await wakeSchedule(context, changed);
}

async function hoursOf(
  { serviceId }: KnownService,
  { schedules }: LifecycleContext,
): Promise<HoursSchedule | undefined> {
  return HoursSchedule.safeParse(await schedules.find(hoursId(serviceId))).data;
}

async function show(only: KnownService | undefined, context: LifecycleContext): Promise<Found> {
  const all = await context.schedules.list(HoursSchedule);
  const shown = all.filter(({ service }) => only === undefined || service.serviceId === only.serviceId);
  const troubles = await troublesOf(hoursKind, shown, context);
  return {
    data: (): z.input<typeof HoursData> => ({
      services: shown.map((each) => ({
        name: each.service.name,
        id: each.service.serviceId,
        hours: texts.hours(each),
        wokenUntil: wokenUntil(each, context.now())?.toISOString(),
        problem: troubles.get(each.id)?.why,
      })),
      total: shown.length,
    }),
    draw() {
      if (shown.length === 0) return say(only ? texts.hadNone(only.name) : texts.noneHas);
      const now = context.now();
      return say(
        shown
          .flatMap((each) => {
            const trouble = troubles.get(each.id);
            const line = texts.line(each.service.name, texts.hours(each), wokenUntil(each, now));
            return [line, ...(trouble ? [trouble.line] : [])];
          })
          .join("\n"),
      );
    },
  };
}

async function set(
  service: KnownService,
  { from, to, days, timeZone: typed }: Extract<HoursWords, { what: "set" }>,
  context: LifecycleContext,
  asker: Asker,
): Promise<Reply> {
  const timeZone = typed ?? (await zoneOf(asker, context)) ?? "UTC";
  const now = context.now().toISOString();
  const wanted = { from, to, days, timeZone, setAt: now, state: { doneAt: now } };
  const present = await hoursOf(service, context);
  const changed =
    present && (await changeSchedule(hoursKind, present, context, (latest) => ({ ...latest, ...wanted })));
  if (!changed) {
    const { serviceId, name, connection } = service;
    const schedule: HoursSchedule = {
      id: hoursId(serviceId),
      kind: "hours",
      service: { serviceId, name },
      connection,
      channelId: asker.channelId ?? asker.userId,
      createdBy: asker.userId,
      createdAt: now,
      ...wanted,
    };
    await addSchedule(hoursKind, schedule, context);
  }
  return say(texts.set(service.name, texts.hours(wanted), nextEdge(wanted, context.now())));
}

async function end(service: KnownService, context: LifecycleContext): Promise<Reply> {
  const present = await hoursOf(service, context);
  if (!present || !(await removeSchedule(hoursKind, present, context)))
    return say(texts.hadNone(service.name));
  return say(texts.off(service.name));
}

const wakeMs = 2 * hourMs;

/**
 * Starts a service that is stopped, and has it stopped after 2 hours unless its hours go on then. One that runs is only
 * kept for longer if a stop is ahead and the person asks for that.
 */
async function wake(
  service: KnownService,
  isLonger: boolean,
  context: LifecycleContext,
  { userId, userName, channelId }: Asker,
): Promise<Reply> {
  const present = await hoursOf(service, context);
  if (!present) throw new AppError("user", texts.needsHours(service.name));
  const unfit = unfitText(HoursSchedule, present);
  if (unfit !== undefined) throw new AppError("user", texts.unfit(service.name, unfit));
  const { serviceId, name, connection } = service;
  const now = context.now();
  const found = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (found instanceof AppError)
    throw found.unserved ? new AppError("user", outcomes.unserved("start", name)) : found;
  if (isMade({ kind: "start" }, found)) {
    const stopAt = nextStop(present, now);
    if (!isLonger || !stopAt)
      return say(
        texts.runsAlready(name, stopAt),
        stopAt ? [commandButton(texts.longerButton, `services wake ${name} longer`)] : [],
      );
    const later = new Date(stopAt.getTime() + wakeMs);
    await setWoken(present, later, context);
    return say(texts.keptLonger(name, later, !isWithin(present, later)));
  }
  const until = new Date(now.getTime() + wakeMs);
  await setWoken(present, until, context);
  await acceptChange(
    context.newId(),
    {
      workspaceId: context.workspaceId,
      userId,
      userName,
      channelId,
      service: { serviceId, name, connection },
      verb: "start",
      parts: [{ kind: "start" }],
    },
    context,
  );
  return say(texts.woken(name, until, !isWithin(present, until)));
}
