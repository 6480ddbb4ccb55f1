import { z } from "zod";
import { type KnownService, unconnectedReply } from "../../connections/index.ts";
import { hourMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { type Found, command } from "../../../platform/commands/command.ts";
import type { Asker } from "../../../platform/context.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { wakeSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { isWithin, nextEdge } from "./edges.ts";
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

/** `/db services wake <service>`: starts it for 2 hours. */
export const wakeCommand = command({
  name: "wake",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.wakeSummary,
  usage: "<service>",
  examples: ["/db services wake orders prod"],
  args: z.string().trim(),
  entries: [entries.wake],
  async run(name, context: LifecycleContext, asker) {
    if (name === "") throw new AppError("user", texts.which2);
    return wake(await context.services.find(name), context, asker);
  },
});

async function hoursOf(
  { serviceId }: KnownService,
  { schedules }: LifecycleContext,
): Promise<HoursSchedule | undefined> {
  return HoursSchedule.safeParse(await schedules.find(hoursId(serviceId))).data;
}

async function show(only: KnownService | undefined, context: LifecycleContext): Promise<Found> {
  const all = await context.schedules.list(HoursSchedule);
  const shown = all.filter(({ service }) => only === undefined || service.serviceId === only.serviceId);
  return {
    data: (): z.input<typeof HoursData> => ({
      services: shown.map((each) => ({
        name: each.service.name,
        id: each.service.serviceId,
        hours: texts.hours(each),
        wokenUntil: wokenUntil(each, context.now())?.toISOString(),
      })),
      total: shown.length,
    }),
    draw() {
      if (shown.length === 0) return say(only ? texts.hadNone(only.name) : texts.noneHas);
      const now = context.now();
      return say(
        shown
          .map((each) => texts.line(each.service.name, texts.hours(each), wokenUntil(each, now)))
          .join("\n"),
      );
    },
  };
}

function wokenUntil({ state }: HoursSchedule, now: Date): Date | undefined {
  const until = state.wokenUntil === undefined ? undefined : new Date(state.wokenUntil);
  return until && until > now ? until : undefined;
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

/** Starts the service now, and has it stopped after 2 hours unless its hours go on then. */
async function wake(
  service: KnownService,
  context: LifecycleContext,
  { userId, userName, channelId }: Asker,
): Promise<Reply> {
  const present = await hoursOf(service, context);
  if (!present) throw new AppError("user", texts.needsHours(service.name));
  const until = new Date(context.now().getTime() + wakeMs);
  // A later click wakes it for longer.
  const changed = await context.schedules.change(present, (latest) => ({
    ...latest,
    state: { ...latest.state, wokenUntil: until.toISOString() },
  }));
  if (changed) await wakeSchedule(context, changed);
  const { serviceId, name, connection } = service;
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
