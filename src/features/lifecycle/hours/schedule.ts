import { z } from "zod";
import { clockTime, kept, timeZone } from "../../../lib/kinds.ts";
import { declareSchedule, settings as sameSettings } from "../../../platform/as-code/declare-schedule.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import { ServiceOfSchedule, placeOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import * as texts from "./texts.ts";

const Time = z.iso.datetime();

const settings = {
  ...placeOfSchedule,
  service: ServiceOfSchedule,
  from: kept(clockTime),
  /** Up to then. On the next day, if it isn't after `from`. Whole days are from 00:00 to 00:00. */
  to: kept(clockTime),
  /** The days that it begins on, 1 for Monday. */
  days: z.array(z.int().min(1).max(7)).min(1),
  timeZone: kept(timeZone),
};

/** When a service runs: from one time of day to another, on some days of the week, in a zone. */
export const HoursSchedule = z.object({
  ...scheduleFacts,
  ...settings,
  kind: z.literal("hours"),
  setAt: Time,
  state: z.object({
    /** The last edge that was carried out. At first, when the hours were set. */
    doneAt: Time,
    /** The edge that is being carried out: which try, since when, and whether its failure was posted. */
    trying: z.object({ edge: Time, attempt: z.int(), at: Time, isTold: z.boolean() }).optional(),
    /** Woken until then. */
    wokenUntil: Time.optional(),
  }),
});
export type HoursSchedule = z.output<typeof HoursSchedule>;

/** The hours of a service, as a kind of schedule. */
export const hoursKind = declareSchedule({
  kind: "hours",
  record: HoursSchedule,
  subject: ({ service }) => texts.subject(service.name),
  command: ({ service, ...hours }) => `/db services hours ${service.name} ${texts.hours(hours)}`,
  count: texts.count,
  settings: sameSettings(settings),
  name: ({ service }) => service.name,
  inFile: {
    first: ({ createdAt }, { service }) => ({
      id: hoursId(service.serviceId),
      setAt: createdAt,
      state: { doneAt: createdAt },
    }),
    name: "hours",
    noun: "service with hours",
    nouns: "services with hours",
    shownIn: { lists: ["services_hours"] },
    rule: (item) =>
      item.refine((hours) => hours.from !== hours.to || isWholeDays(hours), {
        path: ["to"],
        message:
          "is the same time as `from`. For whole days, both are 00:00, on some days of the week. Leave the hours out if it always runs",
      }),
    leftOut: { setAt: "when they were set here" },
    keyOf: ({ service }) => hoursId(service.serviceId),
    label: ({ service }) => service.name,
  },
});

/** True for whole days, on some days of the week. They are kept as 00:00 to 00:00. */
export function isWholeDays({ from, to, days }: Pick<HoursSchedule, "from" | "to" | "days">): boolean {
  return from === "00:00" && to === from && new Set(days).size < 7;
}

/** The id of the schedule of a service's hours. */
export function hoursId(serviceId: string): string {
  return `hours-${serviceId.toLowerCase()}`;
}
