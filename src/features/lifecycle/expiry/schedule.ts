import { z } from "zod";
import { kept, userId } from "../../../lib/kinds.ts";
import { Role } from "../../../platform/access/role.ts";
import {
  type ScheduleKind,
  ServiceOfSchedule,
  scheduleFacts,
} from "../../../platform/jobs/schedules/schedules.ts";
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
  /** It is deleted then. That is posted a day before. */
  grace: z.object({ until: Time, isTold: z.boolean() }).optional(),
  /** The deletion that was asked for. */
  deletion: z.object({ at: Time }).optional(),
  /** Why it is kept although it was to be deleted, in mrkdwn. With `awaitsBackup`, a good backup lets it go on. */
  kept: z.object({ why: z.string(), isTold: z.boolean(), awaitsBackup: z.boolean().optional() }).optional(),
});
export type ExpiryState = z.output<typeof ExpiryState>;

/** When a service ends. There is one for a service at most, and none for one that is kept for good. */
export const ExpirySchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("expiry"),
  service: ServiceOfSchedule,
  expiresAt: Time,
  /** When the end was last moved, by whom, and with which role: its limits say when the service is deleted. */
  setAt: Time,
  setBy: kept(userId),
  role: Role.optional(),
  state: ExpiryState,
});
export type ExpirySchedule = z.output<typeof ExpirySchedule>;

/** The end of a service, as a kind of schedule. */
export const expiryKind: ScheduleKind<ExpirySchedule> = {
  kind: "expiry",
  record: ExpirySchedule,
  subject: ({ service }) => texts.subject(service.name),
  command: ({ service }) => `/db services expires ${service.name} 7d`,
  audited: ({ service, connection, expiresAt }) => ({
    subject: service.name,
    facts: { serviceId: service.serviceId, connection, expiresAt },
  }),
  count: texts.count,
};

/** The id of the schedule that ends a service. */
export function expiryId(serviceId: string): string {
  return `expiry-${serviceId.toLowerCase()}`;
}
