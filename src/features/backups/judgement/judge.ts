import type { Backup } from "../../../platform/cloud/services/backup.ts";
import { type BackupFacts, factsOf } from "./facts.ts";
import { type Delay, delayOf, rhythmOf, type Shrunken, shrunken, type Usual, usualByKind } from "./rhythm.ts";
import { dayMs } from "../../../lib/duration.ts";

/** What somebody who relies on the backups has to know. */
export type Warning =
  | { about: "failed"; inARow: number; lastAgoMs?: number }
  /** Of one kind, where backups of other kinds go on. */
  | ({ about: "overdue"; kind?: string } & Delay)
  /** Too few for a rhythm, and none for a long time. */
  | { about: "silent"; lastAgoMs: number }
  /** There are good ones, and none of them tells when it was made. */
  | { about: "undated" }
  | ({ about: "shrunken" } & Shrunken);

/** How a service's backups stand at a moment. */
export interface Judgement {
  /** Broken where the next restore may fail or lose more than it should: none is good, the last failed, or it is overdue. */
  health: "broken" | "warned" | "fine";
  counts: { all: number; good: number; failed: number; running: number };
  /** How long ago the newest good backup was made, in milliseconds; absent where there is none that tells. */
  lastGoodAgoMs?: number;
  usual: Usual[];
  warnings: Warning[];
}

const longSilenceMs = 7 * dayMs;

/** Judges a service's backups, in whatever order they come; it never fails, whatever they say of themselves. */
export function judgeBackups(backups: readonly Backup[], now: Date): Judgement {
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
    health: good.length === 0 || warnings.some(breaks) ? "broken" : warnings.length > 0 ? "warned" : "fine",
    counts: {
      all: facts.length,
      good: good.length,
      failed: facts.filter(({ state }) => state === "failed").length,
      running: facts.filter(({ state }) => state === "running").length,
    },
    ...(lastGoodAgoMs === undefined ? {} : { lastGoodAgoMs }),
    usual: usualByKind(good),
    warnings,
  };
}

function breaks(warning: Warning): boolean {
  return warning.about === "failed" || (warning.about === "overdue" && warning.kind === undefined);
}

/** Those that failed since the last good one. */
function failures(newestFirst: readonly BackupFacts[], now: Date): Warning[] {
  const ended = newestFirst.filter(({ state }) => state === "done" || state === "failed");
  const lastGood = ended.findIndex(({ state }) => state === "done");
  const inARow = lastGood === -1 ? ended.length : lastGood;
  if (inARow === 0) return [];
  const lastAgoMs = agoMs(ended[0], now);
  return [{ about: "failed", inARow, ...(lastAgoMs === undefined ? {} : { lastAgoMs }) }];
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
