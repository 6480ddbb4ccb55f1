import type { KnownService } from "../../connections/index.ts";
import { factsOf, lastGoodOf, promiseHolds, type LastGood } from "../judgement/facts.ts";
import { rhythmOf } from "../judgement/rhythm.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { listBackups } from "../../../platform/cloud/services/backup.ts";
import type { BackupsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { survey } from "../../../lib/unreadable.ts";
import { BackupWatchSchedule, watchKind } from "./schedule.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, changeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { formatAge, formatSpan } from "../judgement/format.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";

/** A watch as a person typed it. */
export interface WatchRequest {
  service: string;
  channelId?: string;
  maxAgeMs: number;
  /** True if no age was typed. */
  isDefault: boolean;
}

/** Sets a watch, or changes the age of the one that the channel has. Replies if the last good backup is young enough. */
export async function setWatch(request: WatchRequest, context: BackupsContext, asker: Asker): Promise<Reply> {
  const service = await context.services.find(request.service);
  const { channelId, notes } = await channelOfSchedule(request.channelId, context, asker);
  const watches = await context.schedules.list(BackupWatchSchedule);
  const present = watches.find(
    (schedule) => schedule.channelId === channelId && schedule.service.serviceId === service.serviceId,
  );
  // Without a typed age, an existing watch keeps its own.
  const maxAgeMs = present && request.isDefault ? present.maxAgeMs : request.maxAgeMs;
  const freshness = await readFreshness(service, maxAgeMs, context);
  const schedule: BackupWatchSchedule = present ?? {
    kind: "backup-watch",
    id: context.newId(),
    service: { serviceId: service.serviceId, name: service.name },
    connection: service.connection,
    channelId,
    maxAgeMs,
    createdBy: asker.userId,
    createdAt: context.now().toISOString(),
    state: {},
  };
  const happened = await keep(schedule, present, maxAgeMs, context);
  return confirmation(
    { ...schedule, maxAgeMs },
    { happened, freshness, isDefault: request.isDefault && !present, notes },
  );
}

async function keep(
  schedule: BackupWatchSchedule,
  present: BackupWatchSchedule | undefined,
  maxAgeMs: number,
  context: BackupsContext,
): Promise<Happened> {
  if (!present) {
    await addSchedule(watchKind, schedule, context);
    return "set";
  }
  if (present.maxAgeMs === maxAgeMs) return "there";
  const changed = await changeSchedule(watchKind, present, context, (watch) => ({
    ...watch,
    maxAgeMs,
    // The next check is due at once.
    state: { ...watch.state, nextCheckAt: undefined },
  }));
  if (!changed) {
    throw new AppError("conflict", "Somebody just stopped this watch. Send the command again to have it.");
  }
  return "changed";
}

/** The last good backup now. A watch can be set even if the cloud cannot be asked. */
async function readFreshness(
  { serviceId, connection }: KnownService,
  maxAgeMs: number,
  context: BackupsContext,
): Promise<Freshness> {
  try {
    const listed = await context.cloudOf(connection).call(listBackups, { serviceId });
    const { readable, unreadable } = survey(listed);
    const now = context.now();
    const everyMs = rhythmOf(factsOf(readable, now));
    const lastGood = lastGoodOf(readable, now);
    // An unreadable backup may be the good one that seems to be missing.
    if (unreadable.length > 0 && !promiseHolds(lastGood, maxAgeMs, now))
      throw new AppError("upstream", `${plural(unreadable.length, "backup")} could not be read.`);
    return { lastGood, maxAgeMs, everyMs, now };
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden", "limited", "upstream")) throw error;
    return { error };
  }
}

/** The outcome of a request. */
type Happened = "set" | "changed" | "there";

/** The newest good backup at a moment, or why it is not known. */
type Freshness =
  | { lastGood: LastGood; maxAgeMs: number; everyMs: number | undefined; now: Date }
  | { error: AppError };

interface Done {
  happened: Happened;
  freshness: Freshness;
  /** True for a new watch without a typed age. */
  isDefault: boolean;
  /** Notes about the channel. */
  notes: readonly string[];
}

/** Says what is watched, where the posts go, and if the last good backup is young enough now. */
function confirmation(schedule: BackupWatchSchedule, { happened, freshness, isDefault, notes }: Done): Reply {
  const name = `*${escapeName(schedule.service.name)}*`;
  const age = `*${formatAge(schedule.maxAgeMs)}*`;
  const texts = {
    set: `${name} is watched now: its last good backup may be ${age} old at most${isDefault ? ", which `max-age` changes" : ""}.`,
    changed: `The watch over ${name} is changed: its last good backup may be ${age} old at most from now on.`,
    there: `${name} is watched here already: its last good backup may be ${age} old at most. To change that, say \`max-age\` with another age.`,
  };
  const text = [
    texts[happened],
    `I post ${formatChannel(schedule)} once when it is older, and once when there is a good one again.`,
    formatFreshness(freshness, schedule.channelId),
    ...tooShort(freshness),
    ...notes,
  ].join("\n");
  return reply(text, [
    section(text),
    actions([
      commandButton("All watches", "backups watch list"),
      commandButton("Stop it", `backups watch stop ${schedule.id}`),
    ]),
  ]);
}

function formatFreshness(freshness: Freshness, channelId: string): string {
  if ("error" in freshness) return `Whether that holds now is not known yet. ${explain(freshness.error)}`;
  const { lastGood, maxAgeMs, now } = freshness;
  if (lastGood.at === undefined) {
    return `That does not hold now: there is no good backup. I post that ${formatChannel({ channelId })}.`;
  }
  const ago = formatSpan(now.getTime() - lastGood.at.getTime());
  const began = `the last good backup began ${slackDate(lastGood.at)}, ${ago} ago`;
  return promiseHolds(lastGood, maxAgeMs, now)
    ? `That holds now: ${began}.`
    : `That does not hold now: ${began}. I post that ${formatChannel({ channelId })}.`;
}

/** A warning if the age is shorter than the time between two backups. */
function tooShort(freshness: Freshness): string[] {
  if ("error" in freshness || freshness.everyMs === undefined || freshness.maxAgeMs > freshness.everyMs)
    return [];
  const every = formatSpan(freshness.everyMs);
  return [
    `:warning: Backups of this service usually begin every ${every}, so this breaks between one and the next. An age above ${every} tells of trouble alone.`,
  ];
}
