import { dayMs } from "../../../lib/duration.ts";
import { parseTime } from "../../../lib/time.ts";
import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { ServiceDetails } from "../../../platform/cloud/services/service.ts";
import type { KnownService } from "../../connections/index.ts";
import type { BackupsContext } from "../context.ts";
import { type BackupFacts, factsOf } from "./facts.ts";
import { type Delay, type Shrunken, type Usual, delayOf, rhythmOf, shrunken, usualByKind } from "./rhythm.ts";

/** A problem with a service's backups. */
export type Warning =
  | { about: "failed"; inARow: number; lastAgoMs?: number }
  /** `kind` is set if only backups of that kind are overdue. */
  | ({ about: "overdue"; kind?: string } & Delay)
  /** There are too few for a rhythm, and none is recent. */
  | { about: "silent"; lastAgoMs: number }
  /** No good backup has a time. */
  | { about: "undated" }
  | ({ about: "shrunken" } & Shrunken);

/** The judgement of a service's backups at a moment. */
export interface Judgement {
  /**
   * Broken if a restore may fail or lose too much: no backup is good, the last one failed, or one is overdue. Due if the
   * service is younger than its first backup.
   */
  health: "broken" | "warned" | "fine" | "due";
  counts: { all: number; good: number; failed: number; running: number };
  /** The age of the newest good backup in milliseconds; undefined if there is none with a time. */
  lastGoodAgoMs?: number;
  usual: Usual[];
  warnings: Warning[];
  /** When the first backup is or was due; undefined if there is a good one, or if the service's age is unknown. */
  firstDueAt?: Date;
}

const longSilenceMs = 7 * dayMs;

/**
 * Judges a service's backups, given in any order. Without `firstDueAt`, a service without a good backup counts as old.
 * Never fails.
 */
export function judgeBackups(backups: readonly Backup[], now: Date, firstDueAt?: Date): Judgement {
  const facts = factsOf(backups, now);
  const good = facts.filter(({ state }) => state === "done");
  const lastGoodAgoMs = agoMs(good[0], now);
  const warnings: Warning[] = [
    ...failures(facts, now),
    ...delays(facts, now),
    ...(good.length > 0 && lastGoodAgoMs === undefined ? [{ about: "undated" } as const] : []),
    ...shrunken(good).map((each): Warning => ({ about: "shrunken", ...each })),
  ];
  return {
    health: healthOf({ good, warnings, isFirstDue: isFirstDue(facts, now, firstDueAt) }),
    counts: {
      all: facts.length,
      good: good.length,
      failed: facts.filter(({ state }) => state === "failed").length,
      running: facts.filter(({ state }) => state === "running").length,
    },
    lastGoodAgoMs,
    usual: usualByKind(good),
    warnings,
    firstDueAt: good.length === 0 ? firstDueAt : undefined,
  };
}

// The rhythm of a service shows after some backups. Until then its first one is due within a day.
const firstWithinMs = dayMs;

/** When a service's first backup is due: a day after it was created, or after it was added here if that is unknown. */
export async function firstDueOf(
  { serviceId, addedAt }: Pick<KnownService, "serviceId" | "addedAt">,
  { services }: Pick<BackupsContext, "services">,
): Promise<Date> {
  const details = ServiceDetails.safeParse(await services.detailsOf(serviceId)).data;
  const since = parseTime(details?.createdAt) ?? new Date(addedAt);
  return new Date(since.getTime() + firstWithinMs);
}

/** True if a service is younger than its first backup: none is good, none failed, and the first is not late. */
export function isFirstDue(facts: readonly BackupFacts[], now: Date, firstDueAt: Date | undefined): boolean {
  if (firstDueAt === undefined || now > firstDueAt) return false;
  return facts.every(({ state }) => state === "running");
}

function healthOf({
  good,
  warnings,
  isFirstDue,
}: {
  good: readonly BackupFacts[];
  warnings: readonly Warning[];
  isFirstDue: boolean;
}): Judgement["health"] {
  if (isFirstDue) return "due";
  if (good.length === 0 || warnings.some(breaks)) return "broken";
  return warnings.length > 0 ? "warned" : "fine";
}

function breaks(warning: Warning): boolean {
  return warning.about === "failed" || (warning.about === "overdue" && warning.kind === undefined);
}

/** The backups that failed since the last good one. */
function failures(newestFirst: readonly BackupFacts[], now: Date): Warning[] {
  const ended = newestFirst.filter(({ state }) => state === "done" || state === "failed");
  const lastGood = ended.findIndex(({ state }) => state === "done");
  const inARow = lastGood === -1 ? ended.length : lastGood;
  if (inARow === 0) return [];
  return [{ about: "failed", inARow, lastAgoMs: agoMs(ended[0], now) }];
}

function delays(newestFirst: readonly BackupFacts[], now: Date): Warning[] {
  const lastAgoMs = agoMs(newestFirst[0], now);
  if (lastAgoMs === undefined) return [];
  if (rhythmOf(newestFirst) === undefined) {
    return lastAgoMs > longSilenceMs ? [{ about: "silent", lastAgoMs }] : [];
  }
  const delay = delayOf(newestFirst, now);
  return delay ? [{ about: "overdue", ...delay }] : delaysByKind(newestFirst, now);
}

function delaysByKind(newestFirst: readonly BackupFacts[], now: Date): Warning[] {
  return [...Map.groupBy(newestFirst, ({ kind }) => kind)].flatMap(([kind, ofKind]): Warning[] => {
    const delay = kind === "" ? undefined : delayOf(ofKind, now);
    return delay ? [{ about: "overdue", kind, ...delay }] : [];
  });
}

function agoMs(facts: BackupFacts | undefined, now: Date): number | undefined {
  return facts?.at && now.getTime() - facts.at.getTime();
}
