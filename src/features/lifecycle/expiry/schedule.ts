import { z } from "zod";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { kept, userId } from "../../../lib/kinds.ts";
import { Role } from "../../../platform/access/role.ts";
import { declareSchedule, settings as sameSettings } from "../../../platform/as-code/declare-schedule.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import { ServiceOfSchedule, placeOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import * as texts from "./texts.ts";

const Time = z.iso.datetime();

/** How far the end of a service has come. It begins again when the end is moved. */
const ExpiryState = z.object({
  /** The warnings so far: when the first reached someone, and the last mark. */
  warned: z.object({ firstAt: Time, mark: z.string() }).optional(),
  /** The stop that was asked for, which is tried again if it fails. */
  stop: z.object({ attempt: z.int(), at: Time }).optional(),
  /** Why it couldn't be stopped, in plain text, since when, and the last day that was posted. */
  running: z.object({ why: z.string(), since: Time, toldDay: z.int().optional() }).optional(),
  /** When it was last known to run, whether that it was stopped was posted, and whether someone started it again. */
  stopped: z.object({ at: Time, isTold: z.boolean(), isStarted: z.boolean().optional() }).optional(),
  /** It is deleted then. That is posted a day before. `id` is the first such time: later posts of the same are known by it. */
  grace: z.object({ id: z.string().optional(), until: Time, isTold: z.boolean() }).optional(),
  /** The deletion that was asked for. */
  deletion: z.object({ at: Time }).optional(),
  /** Why it is kept although it was to be deleted, in mrkdwn. With `awaitsBackup`, a good backup lets it go on. */
  kept: z.object({ why: z.string(), isTold: z.boolean(), awaitsBackup: z.boolean().optional() }).optional(),
});
export type ExpiryState = z.output<typeof ExpiryState>;

const settings = {
  ...placeOfSchedule,
  service: ServiceOfSchedule,
  expiresAt: Time,
  /** The role of who moved the end last: its limits say when the service is deleted. */
  role: Role.optional(),
};

/** When a service ends. There is one for a service at most, and none for one that is kept for good. */
export const ExpirySchedule = z.object({
  ...scheduleFacts,
  ...settings,
  kind: z.literal("expiry"),
  /** When the end was last moved, and by whom. */
  setAt: Time,
  setBy: kept(userId),
  state: ExpiryState,
});
export type ExpirySchedule = z.output<typeof ExpirySchedule>;

/** The end of a service, as a kind of schedule. New services get ends too, so only those in a file are its own. */
export const expiryKind = declareSchedule({
  kind: "expiry",
  record: ExpirySchedule,
  subject: ({ service }) => texts.subject(service.name),
  command: ({ service }) => `/db services expires ${service.name} 7d`,
  count: texts.count,
  settings: sameSettings(settings),
  name: ({ service }) => service.name,
  inFile: {
    first: ({ createdAt }, { service, owner }) => ({
      id: expiryId(service.serviceId),
      setAt: createdAt,
      setBy: owner,
      state: {},
    }),
    // The warnings begin again when the end is moved.
    next: ({ expiresAt, state }, item) => ({ state: item.expiresAt === expiresAt ? state : {} }),
    name: "expiries",
    noun: "end of a service",
    nouns: "ends of services",
    shownIn: { tabs: ["service"], lists: ["services_expiries"] },
    ignoresUnlisted: true,
    leftOut: { setAt: "when it was set here", setBy: "who set it here" },
    keyOf: ({ service }) => service.serviceId.toLowerCase(),
    label: ({ service }) => service.name,
    // An end in the past would stop the service at once.
    problem: (wanted, before, now) =>
      Date.parse(wanted.expiresAt) <= now.getTime() && wanted.expiresAt !== before?.expiresAt
        ? texts.isOver(wanted.service.name)
        : undefined,
  },
});

/** The id of the schedule that ends a service. */
export function expiryId(serviceId: string): string {
  return `expiry-${serviceId.toLowerCase()}`;
}

/** How long before the end its owner is warned. */
const marks = [
  { mark: "2 days", beforeMs: 2 * dayMs },
  { mark: "2 hours", beforeMs: 2 * hourMs },
  { mark: "30 minutes", beforeMs: 30 * minuteMs },
] as const;

/** No service is stopped sooner after its first warning, however late that came. */
const leastNoticeMs = 30 * minuteMs;

/** What the end of a service asks for at a time. */
type Due =
  /** A warning. Those that were missed before it are left out, because they say the same. */
  { what: "warn"; mark: string; endsAt: Date } | { what: "wait"; until: Date } | { what: "end" };

/** What is due. Says the same until it is done, so nothing is lost while Redis is away. */
export function dueOf(
  { expiresAt, setAt, state: { warned } }: Pick<ExpirySchedule, "expiresAt" | "setAt" | "state">,
  now: Date,
): Due {
  const end = Date.parse(expiresAt);
  const later = marks.filter(({ beforeMs }) => end - beforeMs > Date.parse(setAt));
  // An end that was set for sooner, or for a time that is over, is warned of once too.
  const ahead = later.length > 0 ? later : marks.slice(-1);
  const due = ahead.filter(({ beforeMs }) => end - beforeMs <= now.getTime());
  const latest = due.at(-1);
  const done = marks.findIndex(({ mark }) => mark === warned?.mark);
  const isNew = latest !== undefined && marks.indexOf(latest) > done;
  const noticeEnd = Date.parse(warned?.firstAt ?? now.toISOString()) + leastNoticeMs;
  const endsAt = new Date(latest || warned ? Math.max(end, noticeEnd) : end);
  if (isNew && now < endsAt) return { what: "warn", mark: latest.mark, endsAt };
  if (now >= endsAt) return { what: "end" };
  const next = ahead.map(({ beforeMs }) => end - beforeMs).find((at) => at > now.getTime());
  return { what: "wait", until: new Date(Math.min(next ?? endsAt.getTime(), endsAt.getTime())) };
}
