import { z } from "zod";
import { hourMs } from "../../../lib/duration.ts";
import type { Troubles } from "../../../platform/jobs/schedules/troubles.ts";
import { problem, time, total } from "../../../platform/commands/found.ts";
import { ofService } from "../data.ts";
import type { BackupWatchSchedule } from "./schedule.ts";
import { watchStatus, watchStatuses } from "./status.ts";

/** The answer of `/db backups watch list`. */
export const WatchesData = z.object({
  watches: z
    .array(
      z.object({
        number: z.int().describe("Its number in the list, which stops it"),
        id: z.string(),
        ...ofService,
        connection: z.string().describe("The connection to the cloud that runs the service"),
        channelId: z.string().describe("The Slack channel that it posts in"),
        maxAgeHours: z.number().describe("How old the last good backup may be, in hours"),
        status: z.enum(watchStatuses).describe("What the last check found"),
        lastGoodBackupAt: time.optional().describe("When the last good backup started, if it is too old"),
        unreadableSince: time.optional().describe("Since when the backups can't be read"),
        problem,
        createdBy: z.string().describe("The Slack id of the person who set it"),
        createdAt: time.describe("When it was set"),
      }),
    )
    .describe("All watches, in the order they were set"),
  total,
});

/** The watches. */
export function watchesData(
  watches: readonly BackupWatchSchedule[],
  troubles: Troubles,
): z.output<typeof WatchesData> {
  return {
    watches: watches.map((watch, index) => {
      const { id, service, connection, channelId, maxAgeMs, createdBy, createdAt } = watch;
      return {
        number: index + 1,
        id,
        service: service.name,
        serviceId: service.serviceId,
        connection,
        channelId,
        maxAgeHours: maxAgeMs / hourMs,
        ...watchStatus(watch),
        problem: troubles.get(id)?.why,
        createdBy,
        createdAt,
      };
    }),
    total: watches.length,
  };
}
