import { z } from "zod";
import { hourMs } from "../../../lib/duration.ts";
import { plural } from "../../../lib/text.ts";
import { declareSchedule, settingsSaidAs } from "../../../platform/as-code/declare-schedule.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { spanAsTyped } from "../../../platform/commands/arguments/kinds.ts";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import { ServiceOfSchedule, placeOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { longestMs, shortestMs } from "../judgement/format.ts";

const Time = z.iso.datetime();

/** A time without a good backup that is young enough. */
const Breach = z.object({
  /** Counted from 1; part of the keys of this breach's posts. */
  number: z.int().positive(),
  /** The age that was allowed then. */
  maxAgeMs: z.int().positive(),
  /** Absent if there was no good backup. */
  lastGoodAt: Time.optional(),
  /** The number of failed backups since then, when the breach was found. */
  failed: z.int().nonnegative(),
  /** Its post. */
  messageRef: KeptMessageRef.optional(),
  /** The good backup that ended the breach. */
  mended: z.object({ lastGoodAt: Time }).optional(),
});
export type Breach = z.output<typeof Breach>;

/** A time without a readable list of backups. */
const Unreadable = z.object({
  since: Time,
  /** The reason in mrkdwn, once it lasts so long that the channel must know. */
  reason: z.string().optional(),
  messageRef: KeptMessageRef.optional(),
  until: Time.optional(),
});
export type Unreadable = z.output<typeof Unreadable>;

const State = z.object({
  /** Absent before the first check, and if a check is due at once. */
  nextCheckAt: Time.optional(),
  /** The number of breaches so far. */
  breaches: z.int().nonnegative().optional(),
  breach: Breach.optional(),
  unreadable: Unreadable.optional(),
});

/** The findings of a watch, and their posts. */
export type BackupWatchState = z.output<typeof State>;

const settings = { ...placeOfSchedule, service: ServiceOfSchedule, maxAgeMs: z.int().positive() };

/** The schedule that posts when a service's last good backup is too old, and when there is a good one again. */
export const BackupWatchSchedule = z.object({
  ...scheduleFacts,
  ...settings,
  kind: z.literal("backup-watch"),
  state: State,
});
export type BackupWatchSchedule = z.output<typeof BackupWatchSchedule>;

/** Watches over backups, as a kind of schedule. */
export const watchKind = declareSchedule({
  kind: "backup-watch",
  record: BackupWatchSchedule,
  subject: ({ service }) => `The backup watch on ${escapeName(service.name)}`,
  command: ({ service, maxAgeMs }) =>
    `/db backups watch ${service.name} #channel max-age ${spanAsTyped(maxAgeMs)}`,
  count: (count) => plural(count, "backup watch", "backup watches"),
  settings: settingsSaidAs({
    kept: settings,
    item: {
      ...placeOfSchedule,
      service: ServiceOfSchedule,
      maxAgeHours: z
        .number()
        .min(shortestMs / hourMs)
        .max(longestMs / hourMs),
    },
    toItem: ({ maxAgeMs, ...same }) => ({ ...same, maxAgeHours: maxAgeMs / hourMs }),
    toKept: ({ maxAgeHours, ...same }) => ({ ...same, maxAgeMs: Math.round(maxAgeHours * hourMs) }),
  }),
  name: ({ service }) => service.name,
  inFile: {
    first: () => ({ state: {} }),
    // The next check is due at once.
    next: ({ state }) => ({ state: { ...state, nextCheckAt: undefined } }),
    name: "watches",
    noun: "watch over backups",
    nouns: "watches over backups",
    shownIn: { lists: ["backup_watches_list"] },
    keyOf: ({ service, channelId }) => `${service.serviceId} ${channelId}`,
    label: ({ service, channelId }) => `${service.name} in ${channelId}`,
  },
});

/** What the last check of a watch found. */
export const watchStatuses = ["ok", "too_old", "no_good_backup", "unreadable", "not_checked"] as const;

interface WatchStatus {
  status: (typeof watchStatuses)[number];
  /** When the last good backup started, if it is too old. */
  lastGoodBackupAt?: string;
  /** Since when the backups can't be read. */
  unreadableSince?: string;
}

/** What the last check of a watch found. */
export function watchStatus({
  state: { breach, unreadable, nextCheckAt },
}: Pick<BackupWatchSchedule, "state">): WatchStatus {
  if (unreadable && unreadable.until === undefined)
    return { status: "unreadable", unreadableSince: unreadable.since };
  if (!breach || breach.mended) return { status: nextCheckAt === undefined ? "not_checked" : "ok" };
  return breach.lastGoodAt === undefined
    ? { status: "no_good_backup" }
    : { status: "too_old", lastGoodBackupAt: breach.lastGoodAt };
}
