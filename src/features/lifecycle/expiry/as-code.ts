import { z } from "zod";
import { schedulePart } from "../../../platform/as-code/schedule-part.ts";
import { ServiceOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { ExpirySchedule, expiryId, expiryKind } from "./schedule.ts";
import * as texts from "./texts.ts";

const { expiresAt, role } = ExpirySchedule.shape;
const ExpiryItem = z.strictObject({
  owner: z.string().min(1),
  channelId: z.string().min(1),
  connection: z.string().min(1),
  service: z.strictObject(ServiceOfSchedule.shape),
  expiresAt,
  role,
});

/** The ends of services as code. New services get ends too, so only those in a file are its own. */
export const expiriesAsCode = schedulePart({
  name: "expiries",
  noun: "end of a service",
  nouns: "ends of services",
  places: { tabs: ["service"], lists: ["services_expiries"] },
  governsNamedOnly: true,
  kind: expiryKind,
  item: ExpiryItem,
  keyOf: ({ service }) => service.serviceId.toLowerCase(),
  label: ({ service }) => service.name,
  // An end in the past would stop the service at once.
  problem: (wanted, before, now) =>
    Date.parse(wanted.expiresAt) <= now.getTime() && wanted.expiresAt !== before?.expiresAt
      ? texts.isOver(wanted.service.name)
      : undefined,
  itemOf: ({ createdBy: owner, channelId, connection, service, ...end }) => ({
    owner,
    channelId,
    connection,
    service,
    expiresAt: end.expiresAt,
    role: end.role,
  }),
  scheduleOf: ({ owner, ...item }, { createdAt }) => ({
    ...item,
    id: expiryId(item.service.serviceId),
    kind: "expiry" as const,
    createdBy: owner,
    createdAt,
    setAt: createdAt,
    setBy: owner,
    state: {},
  }),
  changed: (schedule, { owner, role: next, ...item }) => ({
    ...schedule,
    ...item,
    role: next,
    createdBy: owner,
    // The warnings begin again when the end is moved.
    state: item.expiresAt === schedule.expiresAt ? schedule.state : {},
  }),
});
