import { z } from "zod";
import { hourMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, nearest } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, below, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { behindNumber, keepNumbers } from "../../../platform/ask/conversations.ts";
import { channel, number, service } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { hoursKind } from "../../../platform/commands/arguments/kinds.ts";
import { call } from "../../../platform/commands/call.ts";
import { none } from "../../../platform/commands/entry.ts";
import { problem, time, total } from "../../../platform/commands/found.ts";
import { scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { type Troubles, troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { unconnectedReply } from "../../connections/index.ts";
import type { BackupsContext } from "../context.ts";
import { ofService } from "../data.ts";
import { longestMs, shortestMs } from "../judgement/format.ts";
import { ageOutOfRange, badAge } from "../texts.ts";
import { BackupWatchSchedule, watchKind, watchStatus, watchStatuses } from "./schedule.ts";
import { setWatch } from "./set.ts";
import * as texts from "./texts.ts";

const maxAgeHours = argument(
  hoursKind(badAge),
  z
    .number()
    .min(shortestMs / hourMs, ageOutOfRange)
    .max(longestMs / hourMs, ageOutOfRange),
).describe("How old the last good backup may be, in hours");

/** The answer of `/db backups watch list`. */
const WatchesData = z.object({
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
function watchesData(
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

/** `/db backups watch list`: the watches, and what each found last. */
const list = call({
  name: "backup_watches_list",
  title: "Watches over backups",
  summary: "Lists the services with a watch over the age of their last good backup.",
  effect: "read",
  line: ["backups watch list", "backups watch"],
  verb: "watch",
  args: none,
  result: WatchesData,
  asks: {
    means: ["backup watch", "warn backup"],
    around: "list warn service time",
    says: ["Watches over backups"],
  },
  async run(_, context: BackupsContext, asker) {
    const watches = await context.schedules.list(BackupWatchSchedule);
    return {
      data: async () => watchesData(watches, await troublesOf(watchKind, watches, context)),
      draw: () => watchesReply(watches, asker, context),
    };
  },
});

/** `/db backups watch orders prod #databases max-age 26h`. */
const set = call({
  name: "backup_watches_set",
  title: "Watch backups",
  summary: "Tells a channel when the last good backup of a service is too old.",
  effect: "change",
  line: "backups watch {service} {channel} max-age {maxAgeHours}",
  verb: "watch",
  missing: { service: texts.chooseService },
  args: z.object({ service, channel: channel.optional(), maxAgeHours: maxAgeHours.optional() }),
  asks: {
    means: ["watch backup {service}", "warn backup {service}", "warn backup {service} {maxAgeHours}"],
    around: "late service warn watch want time list post",
    says: [
      "Watch the backups of {service}",
      " in {channel}",
      ", and warn after {maxAgeHours} hours without one",
    ],
  },
  run: async (wanted, context: BackupsContext, asker) =>
    (await unconnectedReply(context)) ?? setWatch(wanted, context, asker),
});

/** `/db backups watch stop 2`, or by its id, or by its service and channel. */
const stop = call({
  name: "backup_watches_stop",
  title: "Stop a watch over backups",
  summary: "Stops a watch over the backups of a service.",
  effect: "change",
  line: "backups watch stop {service|number} {channel}",
  verb: "watch",
  args: z.object({ service: service.optional(), number: number.optional(), channel: channel.optional() }),
  asks: {
    means: [
      "end watch|warn backup",
      "end watch|warn backup {service|number}",
      "delete watch backup {service|number}",
    ],
    around: "late service post warn watch want",
    listsAlone: true,
    says: ["Stop the watch over the backups", " of {service}", " with number {number}"],
  },
  async pin({ number: of }, context: BackupsContext) {
    if (of === undefined) return undefined;
    const watch = find(await context.schedules.list(BackupWatchSchedule), String(of), undefined);
    return { args: { service: watch.id }, shown: { service: watch.service.name } };
  },
  async run({ number: of, service: named, channel: channelId }, context: BackupsContext, asker) {
    const all = await context.schedules.list(BackupWatchSchedule);
    if (named === undefined && of === undefined && channelId === undefined)
      return askWhich(all, asker, context);
    const typed = named ?? of?.toString() ?? "";
    const which = await behindNumber(numbers, typed, asker.userId, context);
    const watch = find(all, which, channelId);
    await removeSchedule(watchKind, watch, context);
    return say(texts.stopped(watch));
  },
});

/** What can be asked for about watches over backups. */
export const watchCalls = [list, set, stop] as const;

/** Asks which watch is meant, with the list of them. */
async function askWhich(
  all: readonly BackupWatchSchedule[],
  asker: Asker,
  context: BackupsContext,
): Promise<Reply> {
  const shown = await watchesReply(all, asker, context);
  return all.length === 0 ? shown : below(texts.whichOne, shown);
}

/** The later ones have no button. */
const withButton = 20;

const numbers = "watches";

/** A numbered line for each watch, with its status. */
async function watchesReply(
  watches: readonly BackupWatchSchedule[],
  { userId }: Asker,
  context: BackupsContext,
): Promise<Reply> {
  await keepNumbers(numbers, { ids: watches.map(({ id }) => id) }, userId, context);
  if (watches.length === 0) return say(texts.noWatches);
  const troubles = await troublesOf(watchKind, watches, context);
  const headline = texts.listHeadline(watches.length);
  const lines = watches.map((watch, index) => {
    const trouble = troubles.get(watch.id);
    return [texts.listLine(watch, index + 1), ...(trouble ? [trouble.line] : [])].join("\n");
  });
  return reply([headline, ...lines, texts.listHint].join("\n"), [
    section(headline),
    ...watches.slice(0, withButton).map(({ id }, index) => ({
      ...section(lines[index] ?? ""),
      accessory: commandButton(texts.labels.stop, { call: "backup_watches_stop", args: { service: id } }),
    })),
    ...packed(lines.slice(withButton)),
    smallPrint(texts.listHint),
  ]);
}

function find(
  all: readonly BackupWatchSchedule[],
  which: string,
  channelId: string | undefined,
): BackupWatchSchedule {
  const exact = scheduleNamed(which, all);
  if (exact) return exact;
  const found = all.filter(
    (watch) =>
      (which === "" || isOf(watch, which)) && (channelId === undefined || watch.channelId === channelId),
  );
  const [first, second] = found;
  if (first && second) {
    const numbers = found.map((watch) => all.indexOf(watch) + 1);
    throw new AppError("user", texts.several(numbers));
  }
  if (first) return first;
  throw notThere(all, which);
}

function isOf({ service }: BackupWatchSchedule, which: string): boolean {
  return service.serviceId === which || foldName(service.name) === foldName(which);
}

function notThere(all: readonly BackupWatchSchedule[], which: string): AppError {
  const near = nearest(which, [...new Set(all.map(({ service }) => service.name))]);
  return new AppError("missing", texts.notFound(which, near));
}
