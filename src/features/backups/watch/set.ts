import type { KnownService } from "../../connections/index.ts";
import { hourMs } from "../../../lib/duration.ts";
import { defaultMaxAgeMs } from "../judgement/format.ts";
import { factsOf, lastGoodOf, promiseHolds, type LastGood } from "../judgement/facts.ts";
import { firstDueOf, isFirstDue } from "../judgement/judge.ts";
import { rhythmOf } from "../judgement/rhythm.ts";
import { unreadBackups } from "../texts.ts";
import * as texts from "./texts.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { listBackups } from "../../../platform/cloud/services/backup.ts";
import type { BackupsContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { survey } from "../../../lib/json.ts";
import { BackupWatchSchedule, watchKind } from "./schedule.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, changeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";

/** A watch as someone asked for it. */
interface WatchRequest {
  service: string;
  channel?: string | undefined;
  maxAgeHours?: number | undefined;
}

/** Sets a watch, or changes the age of the one that the channel has. Replies if the last good backup is young enough. */
export async function setWatch(request: WatchRequest, context: BackupsContext, asker: Asker): Promise<Reply> {
  const service = await context.services.find(request.service);
  const { channelId, notes } = await channelOfSchedule(request.channel, context, asker);
  const watches = await context.schedules.list(BackupWatchSchedule);
  const present = watches.find(
    (schedule) => schedule.channelId === channelId && schedule.service.serviceId === service.serviceId,
  );
  // Without an age, an existing watch keeps its own.
  const asked = request.maxAgeHours;
  const maxAgeMs = asked === undefined ? (present?.maxAgeMs ?? defaultMaxAgeMs) : Math.round(asked * hourMs);
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
  return confirmation({ ...schedule, maxAgeMs }, { happened, freshness, notes });
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
    throw new AppError("conflict", texts.stoppedMeanwhile);
  }
  return "changed";
}

/** The last good backup now. A watch can be set even if the cloud cannot be asked. */
async function readFreshness(
  service: KnownService,
  maxAgeMs: number,
  context: BackupsContext,
): Promise<Freshness> {
  const { serviceId, connection } = service;
  try {
    const listed = await context.cloudOf(connection).call(listBackups, { serviceId });
    const { readable, unreadable } = survey(listed);
    const now = context.now();
    const facts = factsOf(readable, now);
    const lastGood = lastGoodOf(readable, now);
    // An unreadable backup may be the good one that seems to be missing.
    if (unreadable.length > 0 && !promiseHolds(lastGood, maxAgeMs, now))
      throw new AppError("upstream", unreadBackups(unreadable.length));
    const firstDueAt = await firstDueOf(service, context);
    return {
      lastGood,
      maxAgeMs,
      everyMs: rhythmOf(facts),
      now,
      firstDueAt: isFirstDue(facts, now, firstDueAt) ? firstDueAt : undefined,
    };
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden", "limited", "upstream")) throw error;
    return { error };
  }
}

/** The outcome of a request. */
type Happened = "set" | "changed" | "there";

/** The newest good backup at a moment, or why it is not known. */
type Freshness =
  | {
      lastGood: LastGood;
      maxAgeMs: number;
      everyMs: number | undefined;
      now: Date;
      /** Set if the service is younger than its first backup. */
      firstDueAt: Date | undefined;
    }
  | { error: AppError };

interface Done {
  happened: Happened;
  freshness: Freshness;
  /** Notes about the channel. */
  notes: readonly string[];
}

/** Says what is watched, where the posts go, and if the last good backup is young enough now. */
function confirmation(schedule: BackupWatchSchedule, { happened, freshness, notes }: Done): Reply {
  const text = [
    texts.outcome(schedule, happened),
    formatFreshness(freshness),
    ...tooShort(freshness),
    texts.howItPosts,
    ...notes,
  ].join("\n");
  return reply(text, [
    section(text),
    actions([
      commandButton(texts.labels.allWatches, { call: "backup_watches_list" }),
      commandButton(texts.labels.stop, { call: "backup_watches_stop", args: { service: schedule.id } }),
    ]),
  ]);
}

function formatFreshness(freshness: Freshness): string {
  if ("error" in freshness) return `${texts.notCheckedNow} ${explain(freshness.error)}`;
  const { lastGood, maxAgeMs, now, firstDueAt } = freshness;
  if (lastGood.at) return texts.lastGoodNow(lastGood.at, now, promiseHolds(lastGood, maxAgeMs, now));
  return firstDueAt ? texts.firstDueNow(firstDueAt) : texts.noneNow;
}

/** A warning if the age is shorter than the time between two backups. */
function tooShort(freshness: Freshness): string[] {
  if ("error" in freshness || freshness.everyMs === undefined || freshness.maxAgeMs > freshness.everyMs)
    return [];
  return [texts.tooShort(freshness.everyMs)];
}
