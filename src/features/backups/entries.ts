import { z } from "zod";
import { channel, id, inChannel, number, page, service } from "../../platform/commands/arguments.ts";
import { type Entry, entry, none, quoted } from "../../platform/commands/entry.ts";
import { BackupDetailsData, BackupsData, OverviewData } from "./data.ts";
import { WatchesData } from "./watch/data.ts";
import type { BackupsWords } from "./list/read-words.ts";
import { asks } from "./asks.ts";

const backup = id.describe("The backup's id");

/** What can be asked for about backups. */
export const entries = {
  overview: entry({
    asks: asks.overview,
    name: "backups_overview",
    title: "Backups of all services",
    summary: "Says for each service whether its backups are as they should be.",
    effect: "read",
    isTool: true,
    args: none,
    words: () => ["backups"],
    result: OverviewData,
  }),
  list: entry({
    asks: asks.list,
    name: "backups_list",
    title: "Backups of a service",
    summary: "Lists the backups of a service, the newest first.",
    effect: "read",
    isTool: true,
    args: z.object({ service, page: page.optional() }),
    words: ({ service, page }) => ["backups", quoted(service), page && `page ${page}`],
    result: BackupsData,
  }),
  details: entry({
    asks: asks.details,
    name: "backups_show",
    title: "One backup",
    summary: "Shows everything about one backup.",
    effect: "read",
    isTool: true,
    args: z.object({ service, backup }),
    words: ({ service, backup }) => ["backups details", quoted(service), backup],
    result: BackupDetailsData,
  }),
  restore: entry({
    asks: asks.restore,
    name: "backups_restore",
    title: "Restore a backup",
    summary: "Opens the form for a new service from a backup.",
    effect: "change",
    opens: true,
    args: z.object({ service, backup }),
    words: ({ service, backup }) => ["backups restore", quoted(service), backup],
  }),
  watches: entry({
    asks: asks.watches,
    name: "backup_watches_list",
    title: "Watches over backups",
    summary: "Lists the services with a watch over the age of their last good backup.",
    effect: "read",
    args: none,
    words: () => ["backups watch list"],
    result: WatchesData,
  }),
  watch: entry({
    asks: asks.watch,
    name: "backup_watches_set",
    title: "Watch backups",
    summary: "Tells a channel when the last good backup of a service is too old.",
    effect: "change",
    args: z.object({
      service,
      channel: channel.optional(),
      maxAgeHours: z.number().positive().optional().describe("How old the last good backup may be, in hours"),
    }),
    words: ({ service, channel, maxAgeHours }) => [
      "backups watch",
      quoted(service),
      inChannel(channel),
      maxAgeHours && `max-age ${maxAgeHours}h`,
    ],
  }),
  unwatch: entry({
    asks: asks.unwatch,
    name: "backup_watches_stop",
    title: "Stop a watch over backups",
    summary: "Stops a watch over the backups of a service.",
    effect: "change",
    // One of the two.
    args: z.object({ service: service.optional(), number: number.optional() }),
    words: ({ service, number }) => ["backups watch stop", number ?? service],
  }),
};

/** What the words after `/db backups` call. */
export function entryOf(args: z.output<typeof BackupsWords>): Entry {
  if (args.subcommand !== "watch") return entries[args.subcommand];
  if (/^(?:list)?$/i.test(args.words)) return entries.watches;
  return /^stop(?:\s|$)/i.test(args.words) ? entries.unwatch : entries.watch;
}
