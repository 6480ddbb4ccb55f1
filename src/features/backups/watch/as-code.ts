import { z } from "zod";
import { hourMs } from "../../../lib/duration.ts";
import { schedulePart } from "../../../platform/as-code/schedule-part.ts";
import { ServiceOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { watchKind } from "./schedule.ts";

const WatchItem = z.strictObject({
  owner: z.string().min(1),
  channelId: z.string().min(1),
  connection: z.string().min(1),
  service: z.strictObject(ServiceOfSchedule.shape),
  maxAgeHours: z.number().positive(),
});

/** The watches over backups as code. */
export const watchesAsCode = schedulePart({
  name: "watches",
  noun: "watch over backups",
  nouns: "watches over backups",
  places: { lists: ["backup_watches_list"] },
  kind: watchKind,
  item: WatchItem,
  keyOf: ({ service, channelId }) => `${service.serviceId} ${channelId}`,
  label: ({ service, channelId }) => `${service.name} in ${channelId}`,
  itemOf: ({ createdBy: owner, channelId, connection, service, maxAgeMs }) => ({
    owner,
    channelId,
    connection,
    service,
    maxAgeHours: maxAgeMs / hourMs,
  }),
  scheduleOf: ({ owner, maxAgeHours, ...item }, made) => ({
    ...item,
    ...made,
    kind: "backup-watch" as const,
    createdBy: owner,
    maxAgeMs: Math.round(maxAgeHours * hourMs),
    state: {},
  }),
  // The next check is due at once.
  changed: (watch, { owner, maxAgeHours, ...item }) => ({
    ...watch,
    ...item,
    createdBy: owner,
    maxAgeMs: Math.round(maxAgeHours * hourMs),
    state: { ...watch.state, nextCheckAt: undefined },
  }),
});
