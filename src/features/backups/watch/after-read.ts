import { type LastGood, promiseHolds } from "../judgement/promise.ts";
import type { BackupWatchState } from "./schedule.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

/** What a look at the cloud showed: the newest good backup, or why it cannot be known, in mrkdwn. */
export type Look = { lastGood: LastGood } | { unreadable: string; retryAfterMs?: number | undefined };

interface Moment {
  maxAgeMs: number;
  now: Date;
}

/** Where the promise does not hold, or nothing is known, the next look comes after so long. */
const troubledWaitMs = 15 * minuteMs;
/** A service that is deleted is missed within a day, however far away the promise's end is. */
const longestWaitMs = dayMs;

/** How a watch stands after a look: what there is to tell from now on, and when to look again. */
export function afterLook(state: BackupWatchState, look: Look, moment: Moment): BackupWatchState {
  return "unreadable" in look ? afterNone(state, look, moment) : afterOne(state, look.lastGood, moment);
}

/** Not to know is no breach; it is told once it lasts as long as a backup may be old. */
function afterNone(
  state: BackupWatchState,
  { unreadable: reason, retryAfterMs = troubledWaitMs }: Extract<Look, { unreadable: string }>,
  { maxAgeMs, now }: Moment,
): BackupWatchState {
  const nextLookAt = later(now, Math.max(minuteMs, Math.min(retryAfterMs, troubledWaitMs)));
  const before = state.unreadable?.until === undefined ? state.unreadable : undefined;
  const { since, ...told } = before ?? { since: now.toISOString() };
  const isLong = now.getTime() - Date.parse(since) > maxAgeMs;
  return { ...state, nextLookAt, unreadable: { since, ...(isLong ? { reason } : {}), ...told } };
}

function afterOne(state: BackupWatchState, lastGood: LastGood, moment: Moment): BackupWatchState {
  const { unreadable, ...rest } = state;
  const { maxAgeMs, now } = moment;
  const holds = promiseHolds(lastGood, maxAgeMs, now);
  const breach = holds ? mended(state, lastGood) : (state.breach ?? begun(state, lastGood, maxAgeMs));
  const endsInMs = holds && lastGood.at ? lastGood.at.getTime() + maxAgeMs - now.getTime() : 0;
  // A moment after it ends, as it holds up to then.
  const waitMs = holds ? Math.min(Math.max(endsInMs, minuteMs) + 1_000, longestWaitMs) : troubledWaitMs;
  return {
    ...rest,
    nextLookAt: later(now, waitMs),
    ...(breach ? { breach, breaches: breach.number } : {}),
    // What the channel was told of, or is about to be, is ended there too.
    ...(unreadable?.reason === undefined
      ? {}
      : { unreadable: { ...unreadable, until: unreadable.until ?? now.toISOString() } }),
  };
}

function begun({ breaches = 0 }: BackupWatchState, { at, failedSince }: LastGood, maxAgeMs: number) {
  const facts = { number: breaches + 1, maxAgeMs, failed: failedSince };
  return at === undefined ? facts : { ...facts, lastGoodAt: at.toISOString() };
}

function mended({ breach }: BackupWatchState, { at }: LastGood): BackupWatchState["breach"] {
  if (!breach || !at) return breach;
  return { ...breach, mended: breach.mended ?? { lastGoodAt: at.toISOString() } };
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
