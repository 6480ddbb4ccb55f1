import { z } from "zod";
import { schedulePart } from "../../../platform/as-code/schedule-part.ts";
import { ServiceOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { HoursSchedule, hoursId, hoursKind } from "./schedule.ts";

const { from, to, days, timeZone } = HoursSchedule.shape;
const HoursItem = z.strictObject({
  owner: z.string().min(1),
  channelId: z.string().min(1),
  connection: z.string().min(1),
  service: z.strictObject(ServiceOfSchedule.shape),
  from,
  to,
  days,
  timeZone,
});

/** The hours of services as code. */
export const hoursAsCode = schedulePart({
  name: "hours",
  noun: "service with hours",
  nouns: "services with hours",
  places: { lists: ["services_hours"] },
  kind: hoursKind,
  item: HoursItem,
  keyOf: ({ service }) => hoursId(service.serviceId),
  label: ({ service }) => service.name,
  itemOf: ({ createdBy: owner, channelId, connection, service, ...hours }) => ({
    owner,
    channelId,
    connection,
    service,
    from: hours.from,
    to: hours.to,
    days: hours.days,
    timeZone: hours.timeZone,
  }),
  scheduleOf: ({ owner, ...item }, { createdAt }) => ({
    ...item,
    id: hoursId(item.service.serviceId),
    kind: "hours" as const,
    createdBy: owner,
    createdAt,
    setAt: createdAt,
    state: { doneAt: createdAt },
  }),
  changed: (schedule, { owner, ...item }) => ({ ...schedule, ...item, createdBy: owner }),
});
