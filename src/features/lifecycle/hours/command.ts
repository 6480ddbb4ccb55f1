import { z } from "zod";
import { type KnownService, unconnectedReply } from "../../connections/index.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { acceptChange, isMade } from "../changes/change.ts";
import { outcomes } from "../changes/texts.ts";
import { hourMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { service } from "../../../platform/commands/arguments.ts";
import { flag } from "../../../platform/commands/arguments/kinds.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { type Found, problem, time, total } from "../../../platform/commands/found.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { wakeSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import type { LifecycleContext } from "../context.ts";
import { isWithin, nextEdge, nextStop, wokenUntil } from "./edges.ts";
import { type Hours, hours, readHours } from "./read.ts";
import { HoursSchedule, hoursId, hoursKind } from "./schedule.ts";
import * as texts from "./texts.ts";

/** The services with hours. */
const HoursData = z.object({
  services: z
    .array(
      z.object({
        name: z.string(),
        id: z.string(),
        hours: z.string().describe("Such as 08:00-19:00 Mon-Fri Europe/Berlin"),
        wokenUntil: time.optional().describe("Someone woke it until then"),
        problem,
      }),
    )
    .describe("The services that start and stop by the clock"),
  total,
});

/** `/db services hours [service]`. */
const show = call({
  name: "services_hours",
  title: "Hours of services",
  summary: "Lists the services that start and stop by the clock.",
  effect: "read",
  line: "services hours {service}",
  args: z.object({ service: service.optional() }),
  result: HoursData,
  asks: {
    means: ["hours", "hours run"],
    around: "service list run time",
    says: ["Hours of services", ": {service}"],
  },
  run: async ({ service: named }, context: LifecycleContext) =>
    (await unconnectedReply(context)) ??
    showHours(named === undefined ? undefined : await context.services.find(named), context),
});

/** `/db services hours orders-dev 08:00-19:00 Mon-Fri Europe/Berlin`. */
const set = call({
  name: "services_hours_set",
  title: "Set the hours of a service",
  summary: "Starts and stops a service by the clock.",
  effect: "change",
  line: "services hours {service} {hours}",
  missing: { service: texts.which },
  args: z.object({ service, hours }),
  asks: {
    means: ["run|hours|stop|start|set|schedule {hours} {service}"],
    around: "run hours set time start stop schedule service",
    says: ["Run {service}", " {hours}"],
  },
  run: async ({ service: named, hours: wanted }, context: LifecycleContext, asker) =>
    (await unconnectedReply(context)) ??
    setHours(await context.services.find(named), readHours(wanted), context, asker),
});

/** `/db services hours orders-dev off`. */
const off = call({
  name: "services_hours_off",
  title: "End the hours of a service",
  summary: "Ends the hours of a service. It stays as it is.",
  effect: "change",
  line: "services hours {service} off",
  missing: { service: texts.which },
  args: z.object({ service }),
  asks: {
    means: ["end|delete hours {service}", "always {service}"],
    around: "end hours run delete again always",
    says: ["End the hours", " of {service}"],
  },
  run: async ({ service: named }, context: LifecycleContext) =>
    (await unconnectedReply(context)) ?? endHours(await context.services.find(named), context),
});

/** `/db services hours [service] [08:00-19:00 Mon-Fri [zone] | off]`: when services run. */
export const hoursCommand = commandOf({
  name: "hours",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.summary,
  examples: [
    "/db services hours",
    "/db services hours orders prod 08:00-19:00 Mon-Fri Europe/Berlin",
    "/db services hours orders prod off",
  ],
  details: texts.details,
  calls: [show, set, off],
});

/** `/db services wake orders-dev [longer]`. */
const wake = call({
  name: "services_wake",
  title: "Wake a service",
  summary: "Starts a service for 2 hours outside its hours.",
  effect: "change",
  line: "services wake {service} {longer}",
  missing: { service: texts.which2 },
  args: z.object({
    service,
    longer: flag("longer").optional().describe("Keeps one that runs for 2 more hours"),
  }),
  asks: {
    means: ["wake {service}"],
    around: "service time start hours run keep",
    says: ["Wake {service}", " for 2 hours"],
  },
  run: async ({ service: named, longer = false }, context: LifecycleContext, asker) =>
    wakeService(await context.services.find(named), longer, context, asker),
});

/** `/db services wake <service> [longer]`: starts it for 2 hours, or keeps it for 2 more. */
export const wakeCommand = commandOf({
  name: "wake",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.wakeSummary,
  examples: ["/db services wake orders prod", "/db services wake orders prod longer"],
  calls: [wake],
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

async function showHours(only: KnownService | undefined, context: LifecycleContext): Promise<Found> {
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
      if (shown.length === 0) return only ? withoutHours(only) : say(texts.noneHas);
      const now = context.now();
      return say(
        shown
          .flatMap((each) => {
            const trouble = troubles.get(each.id);
            const line = texts.line(each.service.name, texts.hours(each), wokenUntil(each, now));
            return [line, ...(trouble ? [trouble.line] : [])];
          })
          .join("\n"),
        only ? [commandButton(texts.offButton, { call: "services_hours_off", args: argsOf(only) })] : [],
      );
    },
  };
}

/** Offers usual hours. */
function withoutHours(service: KnownService): Reply {
  const buttons = Object.entries(texts.offered).map(([text, wanted]) =>
    commandButton(text, { call: "services_hours_set", args: { ...argsOf(service), hours: wanted } }),
  );
  return say(texts.hadNone(service.name), buttons);
}

function argsOf({ serviceId }: KnownService): { service: string } {
  return { service: serviceId };
}

async function setHours(
  service: KnownService,
  { from, to, days, timeZone: typed }: Hours,
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

async function endHours(service: KnownService, context: LifecycleContext): Promise<Reply> {
  const present = await hoursOf(service, context);
  if (!present || !(await removeSchedule(hoursKind, present, context))) return withoutHours(service);
  return say(texts.off(service.name));
}

const wakeMs = 2 * hourMs;

/**
 * Starts a service that is stopped, and has it stopped after 2 hours unless its hours go on then. One that runs is only
 * kept for longer if a stop is ahead and the person asks for that.
 */
async function wakeService(
  service: KnownService,
  isLonger: boolean,
  context: LifecycleContext,
  { userId, userName, channelId }: Asker,
): Promise<Reply> {
  const present = await hoursOf(service, context);
  const unfit = present && unfitText(HoursSchedule, present);
  if (unfit !== undefined) throw new AppError("user", texts.unfit(service.name, unfit));
  const { serviceId, name, connection } = service;
  const now = context.now();
  const found = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  if (found instanceof AppError)
    throw found.unserved ? new AppError("user", outcomes.unserved("start", name)) : found;
  const isRunning = isMade({ kind: "start" }, found);
  if (!present)
    return isRunning
      ? say(texts.runsWithoutHours(name))
      : say(texts.needsHours(name), [
          commandButton(texts.startButton, { call: "services_start", args: argsOf(service) }),
        ]);
  if (isRunning) {
    const stopAt = nextStop(present, now);
    if (!isLonger || !stopAt)
      return say(
        texts.runsAlready(name, stopAt),
        stopAt
          ? [
              commandButton(texts.longerButton, {
                call: "services_wake",
                args: { service: name, longer: true },
              }),
            ]
          : [],
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
