import { z } from "zod";
import { hourMs } from "../../../lib/duration.ts";
import { strictly } from "../../../lib/kinds.ts";
import { schedulePart, settingsOf } from "../../../platform/as-code/schedule-part.ts";
import { longestMs, shortestMs } from "../judgement/format.ts";
import { BackupWatchSchedule, watchKind } from "./schedule.ts";

const { maxAgeMs: _maxAgeMs, ...shape } = settingsOf(BackupWatchSchedule.shape);
const WatchItem = strictly(
  z.object({
    ...shape,
    maxAgeHours: z
      .number()
      .min(shortestMs / hourMs)
      .max(longestMs / hourMs),
  }),
);

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
  itemOf(watch) {
    const { maxAgeMs, ...settings } = settingsOf(watch);
    return { ...settings, maxAgeHours: maxAgeMs / hourMs };
  },
  scheduleOf: ({ owner, maxAgeHours, ...item }, made) => ({
    ...item,
    ...made,
    kind: "backup-watch" as const,
    createdBy: owner,
    maxAgeMs: Math.round(maxAgeHours * hourMs),
    state: {},
  }),
  // The next check is due at once.
  changed: ({ id, kind, createdAt, state }, { owner, maxAgeHours, ...item }) => ({
    ...item,
    id,
    kind,
    createdAt,
    createdBy: owner,
    maxAgeMs: Math.round(maxAgeHours * hourMs),
    state: { ...state, nextCheckAt: undefined },
  }),
});
